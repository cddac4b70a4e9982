import path from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../../root.ts";
import { hashMigration, matchesLegacyHash, readLegacyHashes } from "./migration-hash.ts";
import { readSqlFiles } from "./sql-file.ts";

const folder = path.join(projectRoot, "database/migrations");
const legacyHashes = await readLegacyHashes(folder);
const files = await readSqlFiles(folder);

test.each(Object.entries(legacyHashes))("%s still has the statements of its first run", (name, legacy) => {
  const file = files.find((each) => each.name === name);
  expect(file && hashMigration(file)).toBe(legacy.statements);
});

test("a whole-file hash is only valid for its own file", () => {
  const [first, second] = files;
  if (!first || !second) throw new Error("expected two migrations");
  const hash = legacyHashes[first.name]?.file ?? "";
  expect(matchesLegacyHash(first, hash, legacyHashes)).toBe(true);
  expect(matchesLegacyHash(second, hash, legacyHashes)).toBe(false);
});
