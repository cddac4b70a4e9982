import type { Query } from "../postgres/database.ts";
import { FUNCTIONS, TABLES } from "./catalog-queries.ts";

/** The tables and functions of the schema `public`, read once at the start. Requests are planned against it. */
export interface Catalog {
  readonly tables: ReadonlyMap<string, Table>;
  /** By name. Overloaded functions share one. */
  readonly functions: ReadonlyMap<string, readonly Routine[]>;
}

export interface Table {
  readonly name: string;
  readonly columns: ReadonlyMap<string, Column>;
  readonly primaryKey: readonly string[];
  /** The writes that PostgreSQL can carry out; a view that joins tables can only be read. */
  readonly writes: readonly WriteKind[];
}

export type WriteKind = "insert" | "update" | "delete";

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
  /** The table or type of its rows. */
  readonly rowName: string;
  readonly isVolatile: boolean;
  /** The right without which every call is refused, by the comment on the function; null if there is none. */
  readonly neededRight: string | null;
}

export interface Parameter {
  readonly name: string;
  readonly type: string;
  /** The type as error messages name it. */
  readonly typeName: string;
  readonly isRequired: boolean;
  readonly isVariadic: boolean;
}

type TableRow = { name: string; columns: Column[]; primary_key: string[]; writes: number };

const WRITE_BITS = { update: 4, insert: 8, delete: 16 } as const;

export async function loadCatalog(query: Query): Promise<Catalog> {
  const tables = await query<TableRow>(TABLES);
  const functions = await query<{ name: string; routines: Routine[] }>(FUNCTIONS);
  return {
    tables: new Map(tables.rows.map((row) => [row.name, toTable(row)])),
    functions: new Map(functions.rows.map(({ name, routines }) => [name, routines])),
  };
}

function toTable({ name, columns, primary_key: primaryKey, writes: bits }: TableRow): Table {
  const kinds = Object.keys(WRITE_BITS) as WriteKind[];
  const writes = kinds.filter((kind) => bits & WRITE_BITS[kind]);
  return { name, primaryKey, writes, columns: new Map(columns.map((column) => [column.name, column])) };
}
