import path from "node:path";
import type pg from "pg";
import { projectRoot } from "../../root.ts";
import { prepareJobQueue } from "./job-queue.ts";
import { type LoginUrls, prepareLogins } from "./logins.ts";
import { connectOwner } from "./owner-connection.ts";
import { prepareSchemas } from "./roles.ts";
import { updateSchema } from "./update-schema.ts";

type Options = {
  /** The folder of `migrations` and `rules`. */
  folder?: string;
  /** The limit of the wait for a database that is not available yet. */
  timeoutMs?: number;
  /** Called when the wait begins. */
  report?: (message: string) => void;
  /** Loads the data of the product, once the schema is current. */
  loadData?: (client: pg.Client) => Promise<void>;
};

// An arbitrary number that is the same for all servers.
const PREPARE_LOCK = 0x6d61_6172;

// These tables belong to the owner and are granted to nobody.
const BOOKKEEPING_TABLES = `
  create table if not exists private.logins (name text primary key, password text not null);
  create table if not exists private.migrations (name text primary key, hash text not null, applied_at timestamptz not null default now());
  create table if not exists private.rules (hash text primary key, applied_at timestamptz not null default now());
  alter table private.logins enable row level security;
  alter table private.migrations enable row level security;
  alter table private.rules enable row level security`;

/**
 * Brings the database to the state that this server expects, and returns its two logins. If several servers start at
 * once, the first does the work and the others wait for it.
 */
export async function prepareDatabase(ownerUrl: string, options: Options = {}): Promise<LoginUrls> {
  const {
    folder = path.join(projectRoot, "database"),
    timeoutMs = 30_000,
    report = console.error,
    loadData,
  } = options;
  const client = await connectOwner(ownerUrl, { timeoutMs, report });
  try {
    await client.query("select pg_advisory_lock($1)", [PREPARE_LOCK]); // ends with the connection
    await prepareSchemas(client);
    await client.query(BOOKKEEPING_TABLES);
    const logins = await prepareLogins(client, ownerUrl);
    await prepareJobQueue(client, ownerUrl);
    await updateSchema(client, folder);
    await loadData?.(client);
    return logins;
  } finally {
    await client.end();
  }
}
