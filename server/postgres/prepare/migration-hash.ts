import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type pg from "pg";
import type { SqlFile } from "./sql-file.ts";
import { withoutComments } from "./sql-statements.ts";

/** For each migration by name: the hash of the whole file as it first ran, and the hash of its statements. */
export type LegacyHashes = Record<string, { file: string; statements: string }>;

/** Hashes the statements alone, so that comments may be reworded after a migration has run. */
export function hashMigration({ text }: Pick<SqlFile, "text">): string {
  return createHash("sha256").update(withoutComments(text)).digest("hex");
}

/** Older installations recorded the hash of the whole file, which is valid as long as no statement has changed. */
export function matchesLegacyHash(file: SqlFile, hash: string, legacyHashes: LegacyHashes): boolean {
  const legacy = legacyHashes[file.name];
  return legacy?.file === hash && legacy.statements === hashMigration(file);
}

export async function readLegacyHashes(folder: string): Promise<LegacyHashes> {
  try {
    return JSON.parse(await readFile(path.join(folder, "legacy-hashes.json"), "utf8"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw error;
  }
}

/** Replaces legacy hashes, because a backup may only be restored where the migrations have equal hashes. */
export async function replaceLegacyHashes(client: pg.Client, folder: string): Promise<void> {
  const legacyHashes = Object.entries(await readLegacyHashes(folder));
  for (const [name, { file, statements }] of legacyHashes)
    await client.query("update private.migrations set hash = $3 where name = $1 and hash = $2", [
      name,
      file,
      statements,
    ]);
}
