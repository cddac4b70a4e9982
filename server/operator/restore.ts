import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { crc32 } from "node:zlib";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { type Extract, extract } from "tar-stream";
import { queryOn } from "../postgres/database.ts";
import { StartupError } from "../startup-error.ts";
import type { FileStore } from "../storage/files/file-store.ts";
import { BACKUP, FILE_LOCKS } from "../storage/files/upload-lock.ts";
import { openBackupFile } from "./backup-file.ts";
import type { Instance } from "./instance.ts";
import {
  documentEntry,
  END,
  listMigrations,
  listTables,
  MANIFEST,
  type Manifest,
  manifestSchema,
  type Table,
  tableEntry,
} from "./manifest.ts";
import { recordCommand } from "./record-command.ts";

/**
 * Restores a backup into an empty instance. The rows are inserted in one transaction, which commits after the last
 * document has been stored: any failure before that leaves the instance empty.
 */
export async function restoreBackup(
  { owner, files, passphrase }: Pick<Instance, "owner" | "files" | "passphrase">,
  source: string,
): Promise<Manifest> {
  await requireEmpty(owner);
  const backup = await openBackupFile(source, passphrase);
  // While this is held, no server removes the files that have no rows yet.
  await owner.query("select pg_advisory_lock($1, $2)", [FILE_LOCKS, BACKUP]);
  try {
    const archive = extract();
    const unpacked = backup.readInto(archive);
    const loaded = load(owner, files, archive).catch((error: Error) => {
      archive.destroy(error);
      throw error;
    });
    const [manifest] = await Promise.all([loaded, unpacked]);
    return manifest;
  } finally {
    await owner.query("rollback");
    await owner.query("select pg_advisory_unlock($1, $2)", [FILE_LOCKS, BACKUP]);
  }
}

async function requireEmpty(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query(
    `select exists (select from auth.users) as used,
       exists (select from pg_locks where locktype = 'advisory' and classid = $1 and objid <> $2
               and database = (select oid from pg_database where datname = current_database())) as running`,
    [FILE_LOCKS, BACKUP],
  );
  if (rows[0].running)
    throw new StartupError("a server is running on this database: stop it before the restore");
  if (rows[0].used)
    throw new StartupError(
      "this instance already has accounts: restore into an empty one, with a MAARGA_DATA (or DATABASE_URL) of its own",
    );
}

async function load(owner: pg.Client, files: FileStore, archive: Extract): Promise<Manifest> {
  const entries = archive[Symbol.asyncIterator]();
  const next = async (name: string): Promise<AsyncIterable<Buffer>> => {
    const { value, done } = await entries.next();
    if (done || value.header.name !== name) throw incompleteBackup();
    return value as AsyncIterable<Buffer>;
  };
  const manifest = parseManifest(await text(await next(MANIFEST)));
  await requireSameMigrations(owner, manifest);
  await requireSameTables(owner, manifest);

  // Recorded first, so that no file is forgotten if the restore fails.
  const versions = manifest.documents.map(({ version }) => version);
  await owner.query(
    "insert into storage.pending_files (version) select unnest($1::text[]) on conflict do nothing",
    [versions],
  );

  await owner.query("begin");
  for (const { name } of manifest.tables) await owner.query(`alter table ${name} disable trigger user`);
  await owner.query(`truncate ${manifest.tables.map(({ name }) => name).join(", ")}`);
  for (const table of manifest.tables) await loadTable(owner, table, await next(tableEntry(table)));
  await setSequences(owner);
  await releaseJobs(owner);
  await pauseCampaigns(owner);
  for (const { version } of manifest.documents)
    await loadDocument(files, version, await next(documentEntry(version)));
  await text(await next(END));
  // The checksum of gzip is at the very end: the data is only verified once that has been read.
  if (!(await entries.next()).done) throw incompleteBackup();
  await owner.query("delete from storage.pending_files where version = any ($1)", [versions]);
  for (const { name } of manifest.tables) await owner.query(`alter table ${name} enable trigger user`);
  // The record from before the command is gone with the old rows.
  await recordCommand(queryOn(owner), `restore of the backup of ${manifest.madeAt}`);
  await owner.query("select private.record_action('backup restored', null, null, $1)", [
    { made_at: manifest.madeAt },
  ]);
  await owner.query("commit");
  return manifest;
}

const incompleteBackup = (cause?: unknown) =>
  new StartupError("this backup is incomplete or damaged", { cause });

function parseManifest(json: string): Manifest {
  try {
    return manifestSchema.parse(JSON.parse(json));
  } catch (cause) {
    throw new StartupError("this file is not a backup that this version can read", { cause });
  }
}

async function requireSameMigrations(owner: pg.Client, manifest: Manifest): Promise<void> {
  const here = await listMigrations(owner);
  if (JSON.stringify(here) === JSON.stringify(manifest.migrations)) return;
  const last = manifest.migrations.at(-1)?.name;
  throw new StartupError(
    `this backup was created by another version (its last migration is ${last}): restore it with that version, then upgrade`,
  );
}

/** The names become part of SQL, and anybody can write a file, so only names of this database are accepted. */
async function requireSameTables(owner: pg.Client, { tables }: Manifest): Promise<void> {
  const listed = (all: readonly Table[]) =>
    JSON.stringify(all.map(({ name, columns }) => [name, columns.toSorted()] as const).toSorted());
  if (listed(tables) !== listed(await listTables(owner)))
    throw new StartupError("this file is not a backup of this version: it has other tables or columns");
}

async function loadTable(owner: pg.Client, table: Table, rows: AsyncIterable<Buffer>): Promise<void> {
  await pipeline(rows, owner.query(copyFrom(`copy ${table.name} (${table.columns.join(", ")}) from stdin`)));
}

async function loadDocument(files: FileStore, version: string, body: AsyncIterable<Buffer>): Promise<void> {
  // An earlier, failed restore may have left this file.
  await files.remove(version);
  const incoming = await files.receive(version);
  try {
    let sum = 0;
    let bytes = 0;
    for await (const chunk of body) {
      await incoming.handle.writeFile(chunk);
      sum = crc32(chunk, sum);
      bytes += chunk.length;
    }
    await incoming.commit({ bytes, crc32: sum });
  } finally {
    await incoming.close();
  }
}

/** A backup does not contain the values of sequences. */
async function setSequences(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ statement: string }>(
    `select format('select setval(%L, coalesce(max(%I), 1), max(%I) is not null) from %s',
       pg_get_serial_sequence(attrelid::regclass::text, attname), attname, attname, attrelid::regclass) as statement
     from pg_attribute join pg_class on pg_class.oid = attrelid
     where relnamespace in ('graphile_worker'::regnamespace, 'public'::regnamespace, 'auth'::regnamespace,
                            'storage'::regnamespace, 'private'::regnamespace)
       and relkind = 'r' and attnum > 0 and not attisdropped
       and pg_get_serial_sequence(attrelid::regclass::text, attname) is not null`,
  );
  for (const { statement } of rows) await owner.query(statement);
}

/** The workers that held these jobs do not exist here. */
async function releaseJobs(owner: pg.Client): Promise<void> {
  await owner.query(`
    update graphile_worker._private_jobs set locked_at = null, locked_by = null where locked_at is not null;
    update graphile_worker._private_job_queues set locked_at = null, locked_by = null where locked_at is not null`);
}

/** Campaigns may have continued since the backup, and people would be mailed again, so an admin has to resume them. */
async function pauseCampaigns(owner: pg.Client): Promise<void> {
  await owner.query(
    "update public.campaigns set state = 'paused', paused_by = 'admin' where state = 'sending'",
  );
}
