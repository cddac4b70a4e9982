import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { expect } from "vitest";
import { createDatabase, type TestDatabase } from "./cluster.ts";
import { pdf } from "./files.ts";
import type { Member } from "./members.ts";
import { type RunningServer, type ServerOptions, startServer } from "./server.ts";

/** The time in which rows and files must become consistent, even on a busy machine. */
const TIMEOUT_MS = 60_000;

/** A database and a folder of files that outlive the servers that are started over them. */
export interface StorageWorld {
  readonly database: TestDatabase;
  readonly dataFolder: string;
  start(options?: ServerOptions): Promise<RunningServer>;
  drop(): Promise<void>;
}

export async function createStorageWorld(): Promise<StorageWorld> {
  const database = await createDatabase();
  const dataFolder = await mkdtemp(path.join(tmpdir(), "maarga-storage-"));
  const started: RunningServer[] = [];
  return {
    database,
    dataFolder,
    async start(options = {}) {
      const server = await startServer({ databaseUrl: database.url, dataFolder, ...options });
      started.push(server);
      return server;
    },
    async drop() {
      await Promise.all(started.map((server) => server.stop()));
      await database.drop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/** Acquires the lock that a backup holds while it copies the files: BACKUP in server/storage/files/upload-lock.ts. */
export async function holdFileLock({ database }: StorageWorld): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("select pg_advisory_lock(1718185061, 0)");
  return client;
}

interface ObjectRow {
  readonly [column: string]: unknown;
  readonly name: string;
  readonly version: string;
  readonly bytes: number;
}

export async function objectRows({ database }: StorageWorld, owner?: Member): Promise<ObjectRow[]> {
  return database.query<ObjectRow>(
    `select name, version, (metadata ->> 'size')::int as bytes from storage.objects
     where $1::text is null or owner_id = $1`,
    [owner?.id ?? null],
  );
}

export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

/** Expects a whole file for every row, no other file but the parts of unfinished uploads, and no pending file. */
export async function expectConsistent(
  world: StorageWorld,
  folder = path.join(world.dataFolder, "files"),
): Promise<ObjectRow[]> {
  const rows = await objectRows(world);
  const parts = await world.database.query<{ version: string }>("select version from storage.upload_parts");
  const versions = [...rows, ...parts].map(({ version }) => version);
  expect((await filesIn(folder)).sort()).toEqual(versions.sort());
  for (const { version, bytes } of rows) {
    const file = await readFile(path.join(folder, version.slice(0, 2), version));
    expect(file.equals(pdf(bytes))).toBe(true);
  }
  expect(await world.database.query("select * from storage.pending_files")).toEqual([]);
  return rows;
}

/** Waits until rows and files are consistent. */
export function untilConsistent(world: StorageWorld, folder?: string): Promise<void> {
  const check = () => expectConsistent(world, folder).then(() => true, String);
  return expect.poll(check, { timeout: TIMEOUT_MS }).toBe(true);
}

/** Waits until the server is writing the bytes of this number of uploads. */
export function untilReceiving({ database }: StorageWorld, count: number): Promise<void> {
  const pending = async () => (await database.query("select from storage.pending_files")).length;
  return expect.poll(pending, { timeout: TIMEOUT_MS }).toBe(count);
}
