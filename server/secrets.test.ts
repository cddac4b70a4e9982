import { mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { loadSecrets } from "./secrets.ts";

const makeFolder = () => mkdtempSync(path.join(tmpdir(), "maarga-secrets-"));

test("the first start makes the secrets, for the owner's eyes alone; the next one finds the same", async () => {
  const folder = path.join(makeFolder(), "data");
  const first = await loadSecrets(folder);
  expect(statSync(path.join(folder, "secrets.json")).mode & 0o777).toBe(0o600);
  expect(await loadSecrets(folder)).toEqual(first);
});

test("two first starts at once end with one set of secrets", async () => {
  const folder = makeFolder();
  const all = await Promise.all(Array.from({ length: 8 }, () => loadSecrets(folder)));
  for (const secrets of all) expect(secrets).toEqual(await loadSecrets(folder));
});

test("a damaged file stops the start and is left as it is", async () => {
  const folder = makeFolder();
  const file = path.join(folder, "secrets.json");
  writeFileSync(file, '{"signingKeys": [');
  await expect(loadSecrets(folder)).rejects.toThrow(`${file} cannot be used as it stands`);
  expect(readFileSync(file, "utf8")).toBe('{"signingKeys": [');
});

test("a folder that cannot be made is named", async () => {
  const file = path.join(makeFolder(), "taken");
  writeFileSync(file, "");
  await expect(loadSecrets(path.join(file, "data"))).rejects.toThrow(
    `MAARGA_DATA: ${path.join(file, "data")} cannot be written to (ENOTDIR)`,
  );
});
