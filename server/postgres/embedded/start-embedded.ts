import { mkdirSync, realpathSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import pg from "pg";
import { DatabaseSetupError } from "../setup-error.ts";
import { chooseAccount } from "./account.ts";
import { findBinaries } from "./binaries.ts";
import { requireCluster } from "./cluster.ts";
import { supervisePostgres } from "./supervisor.ts";

export type Embedded = { ownerUrl: string; stop(): Promise<void> };
type Options = {
  /** Where the database lives; its log goes beside it. */
  folder: string;
  password: string;
  /** False only for tests: a crash of the machine may then lose everything. */
  durable?: boolean;
  maxConnections?: number;
  /** Hears when the database ended by itself. */
  report?: (trouble: string) => void;
};

const DATABASE = "maarga";

/** A PostgreSQL of our own over `folder`: made at the first start, kept running, gone when this process is. */
export async function startEmbedded(options: Options): Promise<Embedded> {
  const { folder, password, durable = true, maxConnections = 200, report = console.error } = options;
  const programs = await findBinaries();
  mkdirSync(path.dirname(folder), { recursive: true });
  const dataFolder = path.join(realpathSync(path.dirname(folder)), path.basename(folder));
  const account = chooseAccount(dataFolder, programs.initdb);
  await requireCluster({ dataFolder, password, durable, account, initdb: programs.initdb });
  const address = await chooseAddress(dataFolder);
  const settings = {
    ...address.settings,
    max_connections: String(maxConnections),
    timezone: "UTC",
    // Refused requests are no news, and their statements carry personal data.
    log_min_messages: "log",
    log_checkpoints: "off",
    ...(durable
      ? {}
      : { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_wal_size: "2GB" }),
  };
  const server = await supervisePostgres({ dataFolder, account, programs, settings }, report);
  const urlOf = (database: string) =>
    `postgres://postgres:${encodeURIComponent(password)}@${address.place(database)}`;
  try {
    await requireDatabase(urlOf("postgres"), dataFolder);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return { ownerUrl: urlOf(DATABASE), stop: server.stop };
}

type Address = { settings: Record<string, string>; place(database: string): string };

/** Nobody else may enter the data folder, so the socket lies in it. A path too long for one leaves loopback. */
async function chooseAddress(dataFolder: string): Promise<Address> {
  // 107 bytes on Linux, 103 on macOS.
  if (Buffer.byteLength(path.join(dataFolder, ".s.PGSQL.5432")) <= 103) {
    return {
      settings: { listen_addresses: "", unix_socket_directories: dataFolder },
      place: (database) => `localhost/${database}?host=${encodeURIComponent(dataFolder)}`,
    };
  }
  const port = await findFreePort();
  return {
    settings: { listen_addresses: "127.0.0.1", port: String(port), unix_socket_directories: "" },
    place: (database) => `127.0.0.1:${port}/${database}`,
  };
}

async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once("error", reject).listen(0, "127.0.0.1", resolve);
  });
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === "string") throw new Error("127.0.0.1 gave no port");
  return address.port;
}

async function requireDatabase(url: string, dataFolder: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    const { rowCount } = await client.query("select from pg_database where datname = $1", [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  } catch (cause) {
    if ((cause as { code?: string }).code !== "28P01") throw cause;
    throw new DatabaseSetupError(
      `The password in secrets.json is not that of the database in ${dataFolder}: restore both from the same backup.`,
      { cause },
    );
  } finally {
    await client.end();
  }
}
