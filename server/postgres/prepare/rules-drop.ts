import type pg from "pg";
import { DatabaseSetupError } from "../setup-error.ts";
import { isNotExtensionMember } from "./owner-rights.ts";
import { ROLES, SCHEMAS } from "./role-names.ts";

/** Each query generates the statements that drop all rules of one kind; they run in this order. */
const DROP_QUERIES = [
  `select format('drop policy %I on %s', polname, polrelid::regclass) as statement
   from pg_policy join pg_class c on c.oid = polrelid
   where c.relnamespace = any ($1::regnamespace[]) and ${isNotExtensionMember("pg_class", "c")}`,
  `select format('drop trigger %I on %s', tgname, tgrelid::regclass) as statement
   from pg_trigger join pg_class c on c.oid = tgrelid
   where c.relnamespace = any ($1::regnamespace[]) and not tgisinternal and tgparentid = 0`,
  `select format('drop view if exists %s cascade', c.oid::regclass) as statement
   from pg_class c
   where relnamespace = any ($1::regnamespace[]) and relkind = 'v' and ${isNotExtensionMember("pg_class", "c")}`,
  `select format('drop routine if exists %s cascade', p.oid::regprocedure) as statement
   from pg_proc p
   where pronamespace = any ($1::regnamespace[]) and ${isNotExtensionMember("pg_proc", "p")}`,
  `select format('revoke all on %s %s from public, ${ROLES.join(", ")}', case relkind when 'S' then 'sequence' else 'table' end, c.oid::regclass) as statement
   from pg_class c
   where relnamespace = any ($1::regnamespace[]) and relkind in ('r', 'p', 'm', 'f', 'S') and ${isNotExtensionMember("pg_class", "c")}`,
];

// Dropping with cascade also drops what depends on a rule. That is intended for other rules, but a column's default, a
// constraint or an index would be lost, because nothing creates it again.
const TABLE_DEPENDENCY = `
  with rules (catalog, id) as (
    select 'pg_proc'::regclass, p.oid from pg_proc p
    where pronamespace = any ($1::regnamespace[]) and ${isNotExtensionMember("pg_proc", "p")}
    union all
    select 'pg_class'::regclass, c.oid from pg_class c
    where relnamespace = any ($1::regnamespace[]) and relkind = 'v' and ${isNotExtensionMember("pg_class", "c")}
  )
  select pg_describe_object(d.classid, d.objid, 0) as dependent, pg_describe_object(d.refclassid, d.refobjid, 0) as rule
  from rules
  join pg_depend d on d.refclassid = catalog and d.refobjid = id
  left join pg_class c on d.classid = 'pg_class'::regclass and c.oid = d.objid
  where d.classid in ('pg_attrdef'::regclass, 'pg_constraint'::regclass) or c.relkind in ('r', 'p', 'i', 'm')
  limit 1`;

/** Drops policies, triggers, views, functions and grants. Tables and their data stay unchanged. */
export async function dropRules(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ dependent: string; rule: string }>(TABLE_DEPENDENCY, [SCHEMAS]);
  for (const { dependent, rule } of rows)
    throw new DatabaseSetupError(
      `${dependent} uses ${rule}: no table may depend on a rule, because rules are replaced`,
    );
  await client.query("set local search_path = ''"); // so that generated names include their schema
  for (const drop of DROP_QUERIES) {
    const { rows } = await client.query<{ statement: string }>(drop, [SCHEMAS]);
    if (rows.length > 0) await client.query(rows.map(({ statement }) => statement).join(";\n"));
  }
}
