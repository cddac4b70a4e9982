import { mkdirSync, realpathSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import pg from "pg";
import { scramVerifier } from "../prepare/scram.ts";
import { DatabaseSetupError } from "../setup-error.ts";
import { chooseAccount } from "./account.ts";
import { findBinaries } from "./binaries.ts";
import { requireCluster } from "./cluster.ts";
import { supervisePostgres } from "./supervisor.ts";

export type Embedded = { ownerUrl: string; stop(): Promise<void> };
type Options = {
  /** The data folder; the log is a file beside it. */
  folder: string;
  password: string;
  /** The database may still have this one: a change of the password was interrupted. It is then completed. */
  previousPassword?: string | undefined;
  /** False only in tests: a crash of the machine may then lose all data. */
  durable?: boolean;
  maxConnections?: number;
  /** Called when the database ended unexpectedly. */
  report?: (message: string) => void;
};

const DATABASE = "maarga";
const WRONG_PASSWORD = "28P01";

/** Starts a PostgreSQL in `folder`, which the first start creates, and keeps it running as long as this process. */
export async function startEmbedded(options: Options): Promise<Embedded> {
  const {
    folder,
    password,
    previousPassword,
    durable = true,
    maxConnections = 200,
    report = console.error,
  } = options;
  const programs = await findBinaries();
  mkdirSync(path.dirname(folder), { recursive: true, mode: 0o700 });
  const dataFolder = path.join(realpathSync(path.dirname(folder)), path.basename(folder));
  const account = chooseAccount(dataFolder, programs.initdb);
  await requireCluster({ dataFolder, password, durable, account, initdb: programs.initdb });
  const address = await chooseAddress(dataFolder);
  const settings = {
    ...address.settings,
    max_connections: String(maxConnections),
    timezone: "UTC",
    // Failed statements are not logged: they are expected, and they contain personal data.
    log_min_messages: "log",
    log_checkpoints: "off",
    ...(durable
      ? {}
      : { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_wal_size: "2GB" }),
  };
  const server = await supervisePostgres({ dataFolder, account, programs, settings }, report);
  const urlOf = (database: string, withPassword = password) =>
    `postgres://postgres:${encodeURIComponent(withPassword)}@${address.locate(database)}`;
  try {
    if (previousPassword) await completePasswordChange(urlOf("postgres", previousPassword), password);
    await requireDatabase(urlOf("postgres"), dataFolder);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return { ownerUrl: urlOf(DATABASE), stop: server.stop };
}

type Address = { settings: Record<string, string>; locate(database: string): string };

/** Places the socket in the data folder, which nobody else may enter. If its path is too long, uses loopback. */
async function chooseAddress(dataFolder: string): Promise<Address> {
  // The limit of a socket path is 107 bytes on Linux and 103 on macOS.
  if (Buffer.byteLength(path.join(dataFolder, ".s.PGSQL.5432")) <= 103) {
    return {
      settings: {
        listen_addresses: "",
        unix_socket_directories: dataFolder,
        unix_socket_permissions: "0700",
      },
      locate: (database) => `localhost/${database}?host=${encodeURIComponent(dataFolder)}`,
    };
  }
  const port = await findFreePort();
  return {
    settings: { listen_addresses: "127.0.0.1", port: String(port), unix_socket_directories: "" },
    locate: (database) => `127.0.0.1:${port}/${database}`,
  };
}

async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once("error", reject).listen(0, "127.0.0.1", resolve);
  });
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no free port on 127.0.0.1 was found");
  return address.port;
}

async function completePasswordChange(urlBefore: string, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlBefore });
  try {
    await client.connect();
    await client.query(`alter role current_user password ${pg.escapeLiteral(scramVerifier(password))}`);
  } catch (error) {
    if ((error as { code?: string }).code !== WRONG_PASSWORD) throw error; // already complete
  } finally {
    await client.end();
  }
}

async function requireDatabase(url: string, dataFolder: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    const { rowCount } = await client.query("select from pg_database where datname = $1", [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  } catch (cause) {
    if ((cause as { code?: string }).code !== WRONG_PASSWORD) throw cause;
    throw new DatabaseSetupError(
      `The password in secrets.json does not match the database in ${dataFolder}: restore both from the same backup.`,
      { cause },
    );
  } finally {
    await client.end();
  }
}
