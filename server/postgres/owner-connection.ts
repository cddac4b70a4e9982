import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";

/** The database cannot be used as it is. The message is one line for whoever runs the server. */
export class DatabaseRefused extends Error {}

const NOT_YET = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ETIMEDOUT",
  "ENOENT",
  "57P03",
  "53300",
]);
const OLDEST = 150_000;

/** A connection as the owner, who is waited for: a database often starts at the same time as its servers. */
export async function connectOwner(ownerUrl: string, patienceMs: number): Promise<pg.Client> {
  const deadline = Date.now() + patienceMs;
  for (let pause = 100; ; pause = Math.min(pause * 2, 2_000)) {
    const client = new pg.Client({
      connectionString: ownerUrl,
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      application_name: "maarga owner",
    });
    try {
      await client.connect();
      await settle(client);
      return client;
    } catch (error) {
      await client.end();
      if (error instanceof DatabaseRefused) throw error;
      const { code = "", message } = error as { code?: string; message: string };
      if (!NOT_YET.has(code) || Date.now() + pause > deadline) {
        throw new DatabaseRefused(
          `The database at ${addressOf(ownerUrl)} cannot be reached: ${message || code}`,
          { cause: error },
        );
      }
    }
    await wait(pause);
  }
}

async function settle(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    "select current_setting('server_version_num')::int as number, current_setting('server_version') as version",
  );
  if (rows[0].number < OLDEST)
    throw new DatabaseRefused(`PostgreSQL 15 or newer is needed; the database is ${rows[0].version}.`);
  // Whatever limits the owner's login carries are for requests, not for building the house.
  await client.query(`
    set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0;
    set timezone = 'UTC'; set client_min_messages = warning; set password_encryption = 'scram-sha-256';
    set search_path = public, extensions`);
}

function addressOf(url: string): string {
  const { hostname, port, pathname, searchParams } = new URL(url);
  return `${searchParams.get("host") ?? hostname}${port ? `:${port}` : ""}${pathname}`;
}

/** The same database, as another login. */
export function urlAs(ownerUrl: string, database: string, name: string, password: string): string {
  const url = new URL(ownerUrl);
  if (url.hostname === "") url.hostname = "localhost"; // a URL without a host takes no login; `?host=` still leads
  url.username = encodeURIComponent(name);
  url.password = encodeURIComponent(password);
  url.pathname = `/${encodeURIComponent(database)}`;
  for (const parameter of ["user", "password", "dbname"]) url.searchParams.delete(parameter);
  return url.href;
}

/** Runs what needs a right that an owner may lack; without it, says the statement that gives it. */
export async function needing<T>(fix: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if ((error as { code?: string }).code !== "42501") throw error;
    throw new DatabaseRefused(
      `DATABASE_URL's login lacks a right (${(error as Error).message}). As a superuser run: ${fix};`,
      { cause: error },
    );
  }
}
