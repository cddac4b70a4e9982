import type pg from "pg";
import { z } from "zod";

/** The first entry of a backup: it lists the other entries in their order. */
export const manifestSchema = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  /** Rows can only be restored into the same version of the tables. */
  migrations: z.array(z.object({ name: z.string(), hash: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  documents: z.array(z.object({ version: z.uuid(), bytes: z.int().nonnegative() })),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type Table = Manifest["tables"][number];

export const MANIFEST = "manifest.json";
/** The last entry. A file without it is incomplete. */
export const END = "end.json";
export const tableEntry = (table: Table) => `tables/${table.name}`;
export const documentEntry = (version: string) => `documents/${version}`;

/** These tables belong to one database or to its running servers. */
const EXCLUDED_TABLES = [
  "private.logins",
  "private.migrations",
  "private.rules",
  "private.rate_limits",
  "private.changed_days",
  "storage.pending_files",
  "storage.resumable_uploads",
  "storage.upload_parts",
  "graphile_worker.migrations",
];

/** Lists our tables, referenced ones first. Names are quoted where necessary. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table & { refers_to: string[] }>(
    `select format('%I.%I', nspname, relname) as name,
       (select array_agg(quote_ident(attname) order by attnum) from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
       array(select distinct format('%I.%I', n.nspname, c.relname) from pg_constraint
             join pg_class c on c.oid = confrelid join pg_namespace n on n.oid = c.relnamespace
             where conrelid = pg_class.oid and contype = 'f' and confrelid <> conrelid) as refers_to
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where relkind = 'r' and nspname in ('auth', 'public', 'storage', 'private', 'graphile_worker')
       and format('%I.%I', nspname, relname) <> all ($1)
     order by 1`,
    [EXCLUDED_TABLES],
  );
  const sorted: Table[] = [];
  const waiting = new Map(rows.map((row) => [row.name, row]));
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(
      ({ refers_to }) => !refers_to.some((name) => waiting.has(name)),
    );
    if (ready.length === 0) throw new Error(`circular references between tables: ${[...waiting.keys()]}`);
    for (const { name, columns } of ready) {
      sorted.push({ name, columns });
      waiting.delete(name);
    }
  }
  return sorted;
}

export async function listMigrations(client: pg.Client): Promise<Manifest["migrations"]> {
  const { rows } = await client.query("select name, hash from private.migrations order by name");
  return rows;
}
