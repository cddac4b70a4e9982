import type { Query } from "../postgres/database.ts";
import { FUNCTIONS, TABLES } from "./catalog-queries.ts";

/** What the schema `public` holds, read once at the start: requests are planned against it. */
export interface Catalog {
  readonly tables: ReadonlyMap<string, Table>;
  /** By name; those of one name differ in their parameters. */
  readonly functions: ReadonlyMap<string, readonly Routine[]>;
}

export interface Table {
  readonly name: string;
  readonly columns: ReadonlyMap<string, Column>;
  readonly primaryKey: readonly string[];
}

export interface Column {
  readonly name: string;
  /** As SQL, with its schema. */
  readonly type: string;
  /** As SQL. */
  readonly default: string | null;
}

export interface Routine {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly returns: "nothing" | "value" | "values" | "row" | "rows";
  /** What its rows are called: the table or type they are of. */
  readonly rowName: string;
  readonly isVolatile: boolean;
}

export interface Parameter {
  readonly name: string;
  readonly type: string;
  /** The type as a person would write it. */
  readonly typeName: string;
  readonly isRequired: boolean;
  readonly isVariadic: boolean;
}

type TableRow = { name: string; columns: Column[]; primary_key: string[] };

export async function loadCatalog(query: Query): Promise<Catalog> {
  const tables = await query<TableRow>(TABLES);
  const functions = await query<{ name: string; routines: Routine[] }>(FUNCTIONS);
  return {
    tables: new Map(tables.rows.map((row) => [row.name, asTable(row)])),
    functions: new Map(functions.rows.map(({ name, routines }) => [name, routines])),
  };
}

function asTable({ name, columns, primary_key: primaryKey }: TableRow): Table {
  return { name, primaryKey, columns: new Map(columns.map((column) => [column.name, column])) };
}
