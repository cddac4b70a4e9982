import pg from "pg";
import { DatabaseSetupError } from "../setup-error.ts";
import { SCHEMAS } from "./role-names.ts";

const { escapeIdentifier: quote } = pg;

type Foreign = { owner: string; bootstrap: boolean; name: string };

const CLOSED_SCHEMA = `
  select nspname as name from pg_namespace
  where nspname = any ($1) and not has_schema_privilege(oid, 'create')`;

/** A condition that leaves out members of extensions, which belong to the user who installed them. */
export const isNotExtensionMember = (catalog: "pg_class" | "pg_proc", alias: string) =>
  `not exists (select from pg_depend where classid = '${catalog}'::regclass and objid = ${alias}.oid and deptype = 'e')`;

const OWNED_BY_OTHER = `
  select owner::regrole::text as owner, owner = 10 as bootstrap, name from (
    select relowner as owner, c.oid::regclass::text as name from pg_class c
    where relnamespace = any ($1::regnamespace[]) and relkind in ('r', 'p', 'v', 'S') and ${isNotExtensionMember("pg_class", "c")}
    union all
    select proowner, p.oid::regprocedure::text from pg_proc p
    where pronamespace = any ($1::regnamespace[]) and ${isNotExtensionMember("pg_proc", "p")}
  ) as found
  where not pg_has_role(owner, 'usage')
  limit 1`;

/** Checks the rights on existing schemas before any change, so that a missing one is explained in one line. */
export async function checkRights(client: pg.Client, owner: string): Promise<void> {
  const { rows: foreign } = await client.query<Foreign>(OWNED_BY_OTHER, [SCHEMAS]);
  for (const { name, owner: other, bootstrap } of foreign)
    throw new DatabaseSetupError(
      `${name} belongs to ${other}, not to DATABASE_URL's login. ` +
        (bootstrap // it also owns PostgreSQL's system objects, so its objects cannot be reassigned together
          ? `Use ${other}'s login, or restore a backup into a database that this login owns.`
          : `As a superuser run: reassign owned by ${other} to ${quote(owner)};`),
    );
  const { rows: closed } = await client.query<{ name: string }>(CLOSED_SCHEMA, [SCHEMAS]);
  for (const { name } of closed)
    throw new DatabaseSetupError(
      `DATABASE_URL's login may not create anything in schema ${name}. As a superuser run: alter schema ${quote(name)} owner to ${quote(owner)};`,
    );
}
