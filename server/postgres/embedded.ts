import { existsSync, mkdirSync, realpathSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import pg from "pg";
import { type Account, ordinaryAccount, postgresAccount } from "./embedded-account.ts";
import { findBinaries } from "./embedded-binaries.ts";
import { makeCluster } from "./embedded-cluster.ts";
import { stopLeftover } from "./embedded-leftover.ts";
import { runPostgres } from "./embedded-process.ts";

export type Embedded = { ownerUrl: string; stop(): Promise<void> };
type Options = {
  /** Where the database lives; the log goes beside it. */
  folder: string;
  password: string;
  /** False only for tests: a crash of the machine may then lose everything. */
  durable?: boolean;
  maxConnections?: number;
};

const DATABASE = "maarga";

/** A PostgreSQL of our own over `folder`, made at the first start, gone when this process is. */
export async function startEmbedded({
  folder,
  password,
  durable = true,
  maxConnections = 200,
}: Options): Promise<Embedded> {
  const binaries = await findBinaries();
  mkdirSync(path.dirname(folder), { recursive: true });
  const parent = realpathSync(path.dirname(folder));
  const dataFolder = path.join(parent, path.basename(folder));
  const account: Account =
    process.getuid?.() === 0 ? postgresAccount(parent, Object.values(binaries)) : ordinaryAccount();
  if (!existsSync(path.join(dataFolder, "PG_VERSION")))
    await makeCluster({ dataFolder, password, durable, account, initdb: binaries.initdb });
  stopLeftover(dataFolder, account, binaries.pg_ctl);
  const address = await chooseAddress(dataFolder);
  const server = await runPostgres({
    dataFolder,
    account,
    program: binaries.postgres,
    settings: {
      ...address.settings,
      max_connections: String(maxConnections),
      timezone: "UTC",
      // Refused requests are no news, and their statements carry personal data.
      log_min_messages: "log",
      log_checkpoints: "off",
      ...(durable
        ? {}
        : { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_wal_size: "2GB" }),
    },
  });
  const urlOf = (database: string) =>
    `postgres://postgres:${encodeURIComponent(password)}@${address.place(database)}`;
  try {
    await makeDatabase(urlOf("postgres"), dataFolder);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return { ownerUrl: urlOf(DATABASE), stop: server.stop };
}

type Address = { settings: Record<string, string>; place(database: string): string };

/** The data folder is nobody else's to enter, so the socket lies in it; a path too long for a socket leaves loopback. */
async function chooseAddress(dataFolder: string): Promise<Address> {
  if (Buffer.byteLength(path.join(dataFolder, ".s.PGSQL.5432")) <= 103) {
    return {
      settings: {
        listen_addresses: "",
        unix_socket_directories: dataFolder,
        unix_socket_permissions: "0700",
      },
      place: (database) => `localhost/${database}?host=${encodeURIComponent(dataFolder)}`,
    };
  }
  const port = await freePort();
  return {
    settings: { listen_addresses: "127.0.0.1", port: String(port), unix_socket_directories: "" },
    place: (database) => `127.0.0.1:${port}/${database}`,
  };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => probe.once("error", reject).listen(0, "127.0.0.1", resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === "string") throw new Error("127.0.0.1 gave no port");
  return address.port;
}

async function makeDatabase(url: string, dataFolder: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    const { rowCount } = await client.query("select from pg_database where datname = $1", [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  } catch (cause) {
    if ((cause as { code?: string }).code !== "28P01") throw cause;
    throw new Error(
      `The password in secrets.json is not that of the database in ${dataFolder}: the two belong together, restore both from one backup.`,
      { cause },
    );
  } finally {
    await client.end();
  }
}
