import { existsSync } from "node:fs";
import { mkdtemp, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { type Pack, pack } from "tar-stream";
import { StartupError } from "../startup-error.ts";
import type { FileStore } from "../storage/files/file-store.ts";
import { BACKUP, FILE_LOCKS } from "../storage/files/upload-lock.ts";
import { writeBackupFile } from "./backup-file.ts";
import type { Instance } from "./instance.ts";
import {
  documentEntry,
  END,
  listMigrations,
  listTables,
  MANIFEST,
  type Manifest,
  type Table,
  tableEntry,
} from "./manifest.ts";
import { spool } from "./spool.ts";

/**
 * Writes all tables and documents, as they are at one instant, to a gzipped tar file while servers run, encrypted
 * if there is a passphrase. The file gets its name only when it is complete.
 */
export async function createBackup(
  { owner, files, passphrase }: Pick<Instance, "owner" | "files" | "passphrase">,
  target: string,
): Promise<Manifest> {
  if (existsSync(target))
    throw new StartupError(`${target} already exists; a backup never overwrites a file`);
  const folder = await mkdtemp(path.join(path.dirname(path.resolve(target)), ".maarga-backup-"));
  try {
    const draft = path.join(folder, "backup");
    const archive = pack();
    const written = writeBackupFile(archive, draft, passphrase);
    const [manifest] = await Promise.all([fill(archive, owner, files, folder), written]);
    const handle = await open(draft, "r");
    await handle.sync();
    await handle.close();
    await rename(draft, target);
    // Admins see on /today how old the last one is.
    await owner.query("select private.record_action('backup made', null, null)");
    return manifest;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function fill(archive: Pack, owner: pg.Client, files: FileStore, folder: string): Promise<Manifest> {
  try {
    // No server removes a file from before the snapshot until the last file has been read.
    await owner.query("select pg_advisory_lock($1, $2)", [FILE_LOCKS, BACKUP]);
    await owner.query("begin isolation level repeatable read read only");
    const manifest: Manifest = {
      format: 1,
      madeAt: new Date().toISOString(),
      migrations: await listMigrations(owner),
      tables: await listTables(owner),
      documents: await listDocuments(owner),
    };
    archive.entry({ name: MANIFEST }, JSON.stringify(manifest));
    for (const table of manifest.tables) await addTable(archive, owner, table, folder);
    for (const document of manifest.documents) await addDocument(archive, files, document);
    archive.entry({ name: END }, "{}");
    archive.finalize();
    await owner.query("commit");
    return manifest;
  } catch (error) {
    archive.destroy(error as Error);
    throw error;
  } finally {
    await owner.query("rollback");
    await owner.query("select pg_advisory_unlock($1, $2)", [FILE_LOCKS, BACKUP]);
  }
}

async function listDocuments(owner: pg.Client): Promise<Manifest["documents"]> {
  const { rows } = await owner.query(
    `select version, (metadata ->> 'size')::float8 as bytes from storage.objects
     where version is not null order by version`,
  );
  return rows;
}

/** Writes the rows to a file first: the archive needs the length of an entry before its bytes. */
async function addTable(archive: Pack, owner: pg.Client, table: Table, folder: string): Promise<void> {
  const rows = owner.query(copyTo(`copy ${table.name} (${table.columns.join(", ")}) to stdout`));
  const { bytes, writeTo } = await spool(rows, path.join(folder, "table"));
  await writeTo(archive.entry({ name: tableEntry(table), size: bytes }));
}

async function addDocument(
  archive: Pack,
  files: FileStore,
  { version, bytes }: Manifest["documents"][number],
): Promise<void> {
  const file = bytes === 0 ? Readable.from([]) : await files.read(version, { first: 0, last: bytes - 1 });
  if (!file)
    throw new StartupError(`the file of document ${version} is missing in the store: no backup was created`);
  await addEntry(archive, documentEntry(version), bytes, file);
}

async function addEntry(archive: Pack, name: string, size: number, body: Readable): Promise<void> {
  const entry = archive.entry({ name, size });
  await pipeline(body, entry);
}
