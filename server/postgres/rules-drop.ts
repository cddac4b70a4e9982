import pg from "pg";
import { ROLES, SCHEMAS } from "./roles.ts";

const { escapeIdentifier: quote } = pg;

// What an extension brought is not ours to drop.
const notOfExtension = (catalog: string, object: string) =>
  `not exists (select from pg_depend where classid = '${catalog}'::regclass and objid = ${object}.oid and deptype = 'e')`;

const FOUND = {
  policies: `
    select format('drop policy %I on %s', polname, polrelid::regclass) as statement
    from pg_policy p join pg_class c on c.oid = polrelid
    where c.relnamespace = any ($1::regnamespace[])`,
  triggers: `
    select format('drop trigger %I on %s', tgname, tgrelid::regclass) as statement
    from pg_trigger t join pg_class c on c.oid = tgrelid
    where c.relnamespace = any ($1::regnamespace[]) and not tgisinternal and tgparentid = 0`,
  views: `
    select format('drop view if exists %s cascade', c.oid::regclass) as statement
    from pg_class c
    where c.relnamespace = any ($1::regnamespace[]) and relkind = 'v' and ${notOfExtension("pg_class", "c")}`,
  functions: `
    select format('drop routine if exists %s cascade', p.oid::regprocedure) as statement
    from pg_proc p
    where pronamespace = any ($1::regnamespace[]) and ${notOfExtension("pg_proc", "p")}`,
};

// A default, a constraint or an index that uses a function of the rules would vanish with it, and stay away.
const HELD_BY_TABLE = `
  select pg_describe_object(d.classid, d.objid, 0) as holder, pg_describe_object(d.refclassid, d.refobjid, 0) as held
  from pg_depend d
  left join pg_class c on d.classid = 'pg_class'::regclass and c.oid = d.objid
  where (d.classid in ('pg_attrdef'::regclass, 'pg_constraint'::regclass) or c.relkind in ('r', 'i', 'm', 'p'))
    and (
      d.refclassid = 'pg_proc'::regclass and d.refobjid in (select p.oid from pg_proc p where pronamespace = any ($1::regnamespace[]) and ${notOfExtension("pg_proc", "p")})
      or d.refclassid = 'pg_class'::regclass and d.refobjid in (select v.oid from pg_class v where relnamespace = any ($1::regnamespace[]) and relkind = 'v')
    )
  limit 1`;

/** Takes down every rule: policies, triggers, views, functions and grants. Tables and their data stay as they are. */
export async function dropRules(client: pg.Client): Promise<void> {
  const held = await client.query(HELD_BY_TABLE, [SCHEMAS]);
  if (held.rows[0])
    throw new Error(
      `${held.rows[0].holder} uses ${held.rows[0].held}, which rules replace: a migration must not depend on a rule`,
    );
  await client.query("set local search_path = ''"); // so that names come out with their schema
  for (const find of Object.values(FOUND)) {
    const { rows } = await client.query<{ statement: string }>(find, [SCHEMAS]);
    for (const { statement } of rows) await client.query(statement);
  }
  const roles = ROLES.map(quote).join(", ");
  for (const schema of SCHEMAS.map(quote)) {
    for (const kind of ["tables", "sequences"])
      await client.query(`revoke all on all ${kind} in schema ${schema} from public, ${roles}`);
  }
}
