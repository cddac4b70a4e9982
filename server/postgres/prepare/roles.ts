import pg from "pg";
import { explainMissingRight } from "./owner-connection.ts";
import { checkRights } from "./owner-rights.ts";
import { REQUEST_ROLE, ROLES, SCHEMAS } from "./role-names.ts";

const { escapeIdentifier: quote } = pg;

const EXTENSIONS = ["btree_gist", "pg_trgm"];

/** Creates missing roles, schemas and extensions, which migrations and rules rely on. */
export async function prepareSchemas(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ owner: string; database: string }>(
    "select current_user as owner, current_database() as database",
  );
  const { owner = "", database = "" } = rows[0] ?? {};

  for (const role of await findMissing(client, ROLES, "select rolname as name from pg_roles"))
    await explainMissingRight(`alter role ${quote(owner)} createrole`, () =>
      createRole(client, `create role ${role} nologin noinherit`),
    );
  for (const schema of await findMissing(
    client,
    [...SCHEMAS, "extensions"],
    "select nspname as name from pg_namespace",
  ))
    await explainMissingRight(`grant create on database ${quote(database)} to ${quote(owner)}`, () =>
      client.query(`create schema ${schema}`),
    );
  for (const extension of await findMissing(client, EXTENSIONS, "select extname as name from pg_extension")) {
    const statement = `create extension ${extension} schema extensions`;
    await explainMissingRight(statement, () => client.query(statement));
  }
  await checkRights(client, owner);
  for (const schema of [...SCHEMAS, "extensions"])
    await explainMissingRight(`alter schema ${schema} owner to ${quote(owner)}`, () =>
      grantUsage(client, schema),
    );
  // Each function grants its callers explicitly.
  await client.query("alter default privileges revoke execute on functions from public");
}

/** The schemas that the check of the session needs. */
const SCHEMAS_OF_REQUEST_ROLE: readonly string[] = ["auth", "private"];

/** Usage of a schema grants nothing inside it. All roles need it, because policies call functions of these schemas. */
async function grantUsage(client: pg.Client, schema: string): Promise<void> {
  for (const role of ROLES) {
    if (role === REQUEST_ROLE && !SCHEMAS_OF_REQUEST_ROLE.includes(schema)) continue;
    const { rows } = await client.query("select has_schema_privilege($1, $2, 'usage') as open", [
      role,
      schema,
    ]);
    if (!rows[0].open) await client.query(`grant usage on schema ${schema} to ${role}`);
  }
}

/** Ignores an existing role: roles belong to the whole cluster, and another server may be creating the same one. */
export async function createRole(client: pg.Client, statement: string): Promise<void> {
  try {
    await client.query(statement);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code !== "42710" && code !== "23505") throw error;
  }
}

async function findMissing<T extends string>(
  client: pg.Client,
  names: readonly T[],
  query: string,
): Promise<T[]> {
  const { rows } = await client.query<{ name: string }>(query);
  const present = new Set(rows.map((row) => row.name));
  return names.filter((name) => !present.has(name));
}
