import pg from "pg";
import { needing } from "./owner-connection.ts";

const { escapeIdentifier: quote } = pg;

export const API_ROLES = ["anon", "authenticated", "service_role"] as const;
export const SERVER_ROLE = "maarga_server";
export const ROLES = [...API_ROLES, SERVER_ROLE] as const;

/** Schemas whose contents come from database/. */
export const SCHEMAS = ["public", "auth", "storage", "private"] as const;
const EXTENSIONS = ["btree_gist", "pg_trgm"];

/** Roles, schemas and extensions: what migrations and rules take for granted. Leaves alone what is there. */
export async function prepareRoom(client: pg.Client): Promise<void> {
  const { rows } = await client.query("select current_user as owner, current_database() as database");
  const owner = quote(rows[0].owner);
  const database = quote(rows[0].database);

  for (const role of await missing(client, ROLES, "select rolname as name from pg_roles")) {
    await needing(`alter role ${owner} createrole`, () =>
      createRole(client, `create role ${quote(role)} nologin noinherit`),
    );
  }
  for (const schema of await missing(
    client,
    [...SCHEMAS, "extensions"],
    "select nspname as name from pg_namespace",
  )) {
    await needing(`grant create on database ${database} to ${owner}`, () =>
      client.query(`create schema ${quote(schema)}`),
    );
  }
  for (const schema of SCHEMAS)
    await needing(`grant all on schema ${quote(schema)} to ${owner} with grant option`, () =>
      openSchema(client, schema),
    );
  for (const extension of await missing(client, EXTENSIONS, "select extname as name from pg_extension")) {
    await needing(`create extension ${extension} schema extensions`, () =>
      client.query(`create extension ${extension} schema extensions`),
    );
  }
  await openSchema(client, "extensions");
  // Who may call a function is said with the function, never by default.
  await client.query("alter default privileges revoke execute on functions from public");
}

/** Passing through a schema opens nothing in it; policies of any caller use functions that live in these. */
async function openSchema(client: pg.Client, schema: string): Promise<void> {
  for (const role of ROLES) {
    const { rows } = await client.query("select has_schema_privilege($1, $2, 'usage') as open", [
      role,
      schema,
    ]);
    if (!rows[0].open) await client.query(`grant usage on schema ${quote(schema)} to ${quote(role)}`);
  }
}

/** Roles belong to the whole cluster: a server of another database may be making the same one right now. */
export async function createRole(client: pg.Client, statement: string): Promise<void> {
  try {
    await client.query(statement);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code !== "42710" && code !== "23505") throw error;
  }
}

async function missing<T extends string>(
  client: pg.Client,
  wanted: readonly T[],
  query: string,
): Promise<T[]> {
  const { rows } = await client.query<{ name: string }>(query);
  const present = new Set(rows.map((row) => row.name));
  return wanted.filter((name) => !present.has(name));
}
