import type { Catalog, Column, Table, WriteKind } from "../catalog.ts";
import { refusal } from "../errors.ts";
import { findNearestName } from "./nearest-name.ts";

export function requireTable(catalog: Catalog, name: string): Table {
  const table = catalog.tables.get(name);
  if (table) return table;
  const other = findNearestName(name, catalog.tables.keys());
  throw refusal(404, "PGRST205", `Could not find the table 'public.${name}' in the schema cache`, {
    hint: other === undefined ? null : `Perhaps you meant the table 'public.${other}'`,
  });
}

const METHODS = { insert: "POST", update: "PATCH", delete: "DELETE" } as const;

export function requireWritable({ name, writes }: Table, kind: WriteKind): void {
  if (writes.includes(kind)) return;
  const allow = ["GET", "HEAD", ...writes.map((each) => METHODS[each])].join(", ");
  throw refusal(405, "PGRST117", `Unsupported HTTP method: ${METHODS[kind]}`, {
    details: `'${name}' is a view that ${writes.length > 0 ? `allows only ${allow}` : "can only be read"}.`,
    headers: { allow },
  });
}

export function requireColumns(table: Table, names: readonly string[]): Column[] {
  return names.map((name) => {
    const column = table.columns.get(name);
    if (column) return column;
    throw refusal(
      400,
      "PGRST204",
      `Could not find the '${name}' column of '${table.name}' in the schema cache`,
    );
  });
}
