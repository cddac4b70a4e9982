import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { DatabaseSetupError } from "../setup-error.ts";

/** PostgreSQL is starting or stopping, or has no free connection. */
const RETRYABLE_CODES = new Set(["57P01", "57P03", "53300"]);
const MIN_VERSION = 150_000;

type Options = { timeoutMs: number; report: (message: string) => void };

/** Connects as the owner, and retries until the timeout: a database often starts at the same time as its servers. */
export async function connectOwner(ownerUrl: string, { timeoutMs, report }: Options): Promise<pg.Client> {
  const deadline = Date.now() + timeoutMs;
  for (let delayMs = 100; ; delayMs = Math.min(delayMs * 2, 2_000)) {
    try {
      return await connectOnce(ownerUrl);
    } catch (error) {
      if (error instanceof DatabaseSetupError) throw error;
      const message = `The database at ${addressOf(ownerUrl)} cannot be reached: ${describe(error)}`;
      const isRetryable = !(error instanceof pg.DatabaseError) || RETRYABLE_CODES.has(error.code ?? "");
      if (!isRetryable || Date.now() + delayMs > deadline)
        throw new DatabaseSetupError(message, { cause: error });
      if (delayMs === 100) report(`${message}. Trying again for ${Math.round(timeoutMs / 1000)} seconds.`);
    }
    await wait(delayMs);
  }
}

async function connectOnce(ownerUrl: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: "maarga owner",
  });
  // A lost connection fails the running query; without a listener, the event would also end the process.
  client.on("error", () => undefined);
  try {
    await client.connect();
    await checkAndConfigure(client);
    return client;
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function checkAndConfigure(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: number; version: string }>(
    "select current_setting('server_version_num')::int as number, current_setting('server_version') as version",
  );
  for (const { number, version } of rows)
    if (number < MIN_VERSION)
      throw new DatabaseSetupError(`PostgreSQL 15 or newer is needed; the database is ${version}.`);
  // The limits of the owner's login are for requests, not for migrations.
  await client.query(`
    set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0;
    set timezone = 'UTC'; set client_min_messages = warning; set search_path = public, extensions`);
}

function describe(error: unknown): string {
  const { message, code } = error as { message: string; code?: string };
  return message || code || "no response"; // if several addresses refuse, the error has no message
}

/** Leaves out the login and its password. */
function addressOf(url: string): string {
  const { hostname, port, pathname, searchParams } = new URL(url);
  return `${searchParams.get("host") ?? hostname}${port ? `:${port}` : ""}${pathname}`;
}

/** Returns the URL of the same database for another login. */
export function urlForLogin(ownerUrl: string, database: string, name: string, password: string): string {
  const url = new URL(ownerUrl);
  if (url.hostname === "") url.hostname = "localhost"; // a URL without a host cannot have a login; `?host=` still applies
  url.username = encodeURIComponent(name);
  url.password = encodeURIComponent(password);
  url.pathname = `/${encodeURIComponent(database)}`;
  for (const parameter of ["user", "password", "dbname"]) url.searchParams.delete(parameter);
  return url.href;
}

/** Runs work that needs a right which the owner may lack. If it does, the error contains the statement that grants it. */
export async function explainMissingRight<T>(fix: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== "42501") throw error;
    throw new DatabaseSetupError(
      `DATABASE_URL's login lacks a right (${error.message}). As a superuser run: ${fix};`,
      { cause: error },
    );
  }
}
