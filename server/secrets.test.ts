import { mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { loadSecrets } from "./secrets.ts";

const makeFolder = () => mkdtempSync(path.join(tmpdir(), "maarga-secrets-"));

test("the first start creates the secrets, readable only by the owner, and the next start reads them", async () => {
  const folder = path.join(makeFolder(), "data");
  const first = await loadSecrets(folder);
  expect(statSync(path.join(folder, "secrets.json")).mode & 0o777).toBe(0o600);
  expect(await loadSecrets(folder)).toEqual(first);
});

test("simultaneous first starts end with the same secrets", async () => {
  const folder = makeFolder();
  const all = await Promise.all(Array.from({ length: 8 }, () => loadSecrets(folder)));
  for (const secrets of all) expect(secrets).toEqual(await loadSecrets(folder));
});

test("a damaged file stops the start and stays unchanged", async () => {
  const folder = makeFolder();
  const file = path.join(folder, "secrets.json");
  writeFileSync(file, '{"signingKeys": [');
  await expect(loadSecrets(folder)).rejects.toThrow(`${file} is damaged`);
  expect(readFileSync(file, "utf8")).toBe('{"signingKeys": [');
});

test("the error names a folder that cannot be created", async () => {
  const file = path.join(makeFolder(), "taken");
  writeFileSync(file, "");
  await expect(loadSecrets(path.join(file, "data"))).rejects.toThrow(
    `MAARGA_DATA: ${path.join(file, "data")} cannot be written to (ENOTDIR)`,
  );
});
