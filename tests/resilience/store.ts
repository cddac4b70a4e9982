import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { expect } from "vitest";
import { pdf, TYPES } from "../protocol/storage-samples.ts";
import { DOCUMENTS, type Person, pathFor } from "../protocol/storage-world.ts";
import { createDatabase, type TestDatabase } from "../world/cluster.ts";
import { type RunningServer, type ServerOptions, startServer } from "../world/server.ts";

/** A database and a folder of files that outlive the servers that are started over them. */
export interface Store {
  readonly database: TestDatabase;
  readonly dataFolder: string;
  start(options?: ServerOptions): Promise<RunningServer>;
  drop(): Promise<void>;
}

export async function createStore(): Promise<Store> {
  const database = await createDatabase();
  const dataFolder = await mkdtemp(path.join(tmpdir(), "maarga-store-"));
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

export async function kill(server: RunningServer): Promise<void> {
  const { process } = server;
  const gone = new Promise((resolve) => process.once("exit", resolve));
  process.kill("SIGKILL");
  await gone;
}

/** What a backup does while it copies: see BACKUP in server/storage/files/upload-lock.ts. */
export async function holdFiles({ database }: Store): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("select pg_advisory_lock(1718185061, 0)");
  return client;
}

type Row = { name: string; version: string; bytes: number };

export async function rowsOf({ database }: Store, owner?: Person): Promise<Row[]> {
  return database.query<Row>(
    `select name, version, (metadata ->> 'size')::int as bytes from storage.objects
     where $1::text is null or owner_id = $1`,
    [owner?.id ?? null],
  );
}

export async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

/** Every row has its file, whole; there is no other file; and nothing is still to be done. */
export async function expectAgreement(
  store: Store,
  folder = path.join(store.dataFolder, "files"),
): Promise<Row[]> {
  const rows = await rowsOf(store);
  expect((await filesOf(folder)).sort()).toEqual(rows.map((row) => row.version).sort());
  for (const { version, bytes } of rows) {
    const file = await readFile(path.join(folder, version.slice(0, 2), version));
    expect(file.equals(pdf(bytes))).toBe(true);
  }
  expect(await store.database.query("select * from storage.pending_files")).toEqual([]);
  return rows;
}

/** Until the server is writing the bytes of so many uploads. */
export function underWay({ database }: Store, count: number): Promise<void> {
  const lines = async () => (await database.query("select from storage.pending_files")).length;
  return expect.poll(lines, { timeout: 20_000 }).toBe(count);
}

/** Once what is still to be done is done. */
export function agreement(store: Store, folder?: string): Promise<void> {
  const agree = () => expectAgreement(store, folder).then(() => true, String);
  return expect.poll(agree, { timeout: 20_000 }).toBe(true);
}

export interface HalfUpload {
  /** Sends some more of the body. */
  send(bytes: Uint8Array | string): Promise<void>;
  breakOff(): void;
  /** All that the server says until it closes the connection. */
  readonly answer: Promise<string>;
}

/** An upload by hand, which announces more than it may ever send. */
export async function beginUpload(
  server: RunningServer,
  who: Person,
  options: { bytes: number; type?: string; name?: string },
): Promise<HalfUpload> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject));
  const address = `/storage/v1/object/${DOCUMENTS}/${options.name ?? pathFor(who)}`;
  const lines = [
    `POST ${address} HTTP/1.1`,
    `Host: ${hostname}`,
    `apikey: ${server.publishableKey}`,
    `Authorization: Bearer ${who.token}`,
    `Content-Type: ${options.type ?? TYPES.pdf}`,
    `Content-Length: ${options.bytes}`,
    "Connection: close",
  ];
  const half = { answer: read(socket), send: sender(socket), breakOff: () => void socket.destroy() };
  await half.send(`${lines.join("\r\n")}\r\n\r\n`);
  return half;
}

function sender(socket: Socket) {
  return (bytes: Uint8Array | string) =>
    new Promise<void>((resolve, reject) => {
      socket.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
}

async function read(socket: Socket): Promise<string> {
  let text = "";
  try {
    for await (const chunk of socket) text += chunk;
  } catch {
    // Broken off by one side or the other: what came until then is the answer.
  }
  return text;
}
