import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { DatabaseSetupError } from "../setup-error.ts";

/** PostgreSQL answered, but only to say that it is starting or stopping, or that it is full. */
const NOT_YET = new Set(["57P01", "57P03", "53300"]);
const OLDEST = 150_000;

type Patience = { timeoutMs: number; report: (trouble: string) => void };

/** A connection as the owner, who is waited for: a database often starts at the same time as its servers. */
export async function connectOwner(ownerUrl: string, { timeoutMs, report }: Patience): Promise<pg.Client> {
  const deadline = Date.now() + timeoutMs;
  for (let pause = 100; ; pause = Math.min(pause * 2, 2_000)) {
    try {
      return await connectOnce(ownerUrl);
    } catch (error) {
      if (error instanceof DatabaseSetupError) throw error;
      const trouble = `The database at ${addressOf(ownerUrl)} cannot be reached: ${describe(error)}`;
      const worthWaiting = !(error instanceof pg.DatabaseError) || NOT_YET.has(error.code ?? "");
      if (!worthWaiting || Date.now() + pause > deadline)
        throw new DatabaseSetupError(trouble, { cause: error });
      if (pause === 100) report(`${trouble}. Trying again for ${Math.round(timeoutMs / 1000)} seconds.`);
    }
    await wait(pause);
  }
}

async function connectOnce(ownerUrl: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: "maarga owner",
  });
  // A connection that is lost fails the query that runs on it; without a listener it would end the process too.
  client.on("error", () => undefined);
  try {
    await client.connect();
    await settle(client);
    return client;
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function settle(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: number; version: string }>(
    "select current_setting('server_version_num')::int as number, current_setting('server_version') as version",
  );
  for (const { number, version } of rows)
    if (number < OLDEST)
      throw new DatabaseSetupError(`PostgreSQL 15 or newer is needed; the database is ${version}.`);
  // Whatever limits the owner's login carries are for requests, not for building the house.
  await client.query(`
    set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0;
    set timezone = 'UTC'; set client_min_messages = warning; set search_path = public, extensions`);
}

function describe(error: unknown): string {
  const { message, code } = error as { message: string; code?: string };
  return message || code || "no answer"; // several addresses that refuse make an error without a message
}

/** Never the login or its password. */
function addressOf(url: string): string {
  const { hostname, port, pathname, searchParams } = new URL(url);
  return `${searchParams.get("host") ?? hostname}${port ? `:${port}` : ""}${pathname}`;
}

/** The same database, as another login. */
export function urlForLogin(ownerUrl: string, database: string, name: string, password: string): string {
  const url = new URL(ownerUrl);
  if (url.hostname === "") url.hostname = "localhost"; // a URL without a host takes no login; `?host=` still leads
  url.username = encodeURIComponent(name);
  url.password = encodeURIComponent(password);
  url.pathname = `/${encodeURIComponent(database)}`;
  for (const parameter of ["user", "password", "dbname"]) url.searchParams.delete(parameter);
  return url.href;
}

/** Runs what needs a right that an owner may lack; without it, says the statement that gives it. */
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
