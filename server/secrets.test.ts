import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import { expect, onTestFinished, test, vi } from "vitest";
import { loadSecrets, readSecretsFile, watchSecrets, writeSecretsFile } from "./secrets.ts";

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

test("a changed file is written as a whole, for its owner alone, or the error says what to do", async () => {
  const folder = makeFolder();
  await loadSecrets(folder);
  const content = readSecretsFile(folder);
  await writeSecretsFile(folder, { ...content, databasePassword: "another-password-for-it" });
  expect(readSecretsFile(folder)).toEqual({ ...content, databasePassword: "another-password-for-it" });
  expect(statSync(path.join(folder, "secrets.json")).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(["secrets.json"]);
  const gone = path.join(folder, "gone");
  await expect(writeSecretsFile(gone, content)).rejects.toThrow(
    `MAARGA_DATA: ${gone} cannot be written to (ENOENT)`,
  );
});

test("a running server reads changed keys, and keeps the known ones while the file is damaged", async () => {
  const folder = makeFolder();
  const file = path.join(folder, "secrets.json");
  await loadSecrets(folder);
  const known = "a-key-".repeat(6);
  const content = { ...readSecretsFile(folder), internalKey: known };
  await writeSecretsFile(folder, content);
  const secrets = await loadSecrets(folder);
  const lines: string[] = [];
  const logger = pino({ level: "debug" }, { write: (line: string) => void lines.push(line) });
  const stop = watchSecrets(folder, secrets, logger);
  onTestFinished(stop);
  // The parser's own message quotes the text around the mistake.
  writeFileSync(file, `{"internalKey": ${known}`);
  await vi.waitUntil(() => lines.some((line) => line.includes("could not be read again")), 20_000);
  expect(secrets.internalKeys.current.key).toBe(known);
  const key = "k".repeat(43);
  await writeSecretsFile(folder, { ...content, internalKey: key });
  await vi.waitUntil(() => secrets.internalKeys.current.key === key, 20_000);
  expect(lines.join("")).not.toContain("a-key");
});
