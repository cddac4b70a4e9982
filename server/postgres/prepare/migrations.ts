import type pg from "pg";
import { DatabaseSetupError } from "../setup-error.ts";
import { hashMigration, type LegacyHashes, matchesLegacyHash, readLegacyHashes } from "./migration-hash.ts";
import { readSqlFiles, runSqlFile, type SqlFile } from "./sql-file.ts";

const NAME = /^\d{4}_[a-z0-9_]+\.sql$/;

type Applied = { name: string; hash: string };

/** Returns the migrations that have not run in this database. Throws if its history does not match the files. */
export async function pendingMigrations(client: pg.Client, folder: string): Promise<SqlFile[]> {
  const files = await readSqlFiles(folder);
  checkNames(files);
  const { rows: applied } = await client.query<Applied>("select name, hash from private.migrations");
  applied.sort((one, other) => (one.name < other.name ? -1 : 1)); // as the files are sorted, independent of the collation
  const legacyHashes = await readLegacyHashes(folder);
  for (const each of applied) checkApplied(each, files, legacyHashes);
  const pending = files.filter((file) => applied.every(({ name }) => name !== file.name));
  const latest = applied.at(-1)?.name ?? "";
  const late = pending.find((file) => file.name < latest);
  if (late)
    throw new DatabaseSetupError(
      `${late.place} comes before ${latest}, which has already run: give it a higher number.`,
    );
  return pending;
}

export async function runMigration(client: pg.Client, file: SqlFile): Promise<void> {
  await runSqlFile(client, file);
  await client.query("insert into private.migrations (name, hash) values ($1, $2)", [
    file.name,
    hashMigration(file),
  ]);
}

function checkApplied({ name, hash }: Applied, files: SqlFile[], legacyHashes: LegacyHashes): void {
  const file = files.find((each) => each.name === name);
  if (!file)
    throw new DatabaseSetupError(
      `Migration ${name} has run in this database but is not among the files: it was removed, or this server is older than the database.`,
    );
  if (hashMigration(file) !== hash && !matchesLegacyHash(file, hash, legacyHashes))
    throw new DatabaseSetupError(
      `${file.place} was changed after it ran: undo the change, and write a new migration instead.`,
    );
}

function checkNames(files: SqlFile[]): void {
  const numbers = new Map<string, string>();
  for (const { name, place } of files) {
    if (!NAME.test(name)) throw new DatabaseSetupError(`${place} is not named like 0001_what_it_does.sql.`);
    const number = name.slice(0, 4);
    const other = numbers.get(number);
    if (other) throw new DatabaseSetupError(`${place} has the same number as ${other}.`);
    numbers.set(number, name);
  }
}
