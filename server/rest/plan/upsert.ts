import type { Table } from "../catalog.ts";
import type { InsertRequest } from "../parse/request.ts";
import { quoteName } from "./sql.ts";

// The status depends on whether rows were inserted or only updated. RETURNING requires the right to read, so
// a setting of the transaction counts: plus one for each row of the body, minus one for each that already existed.
const SETTING = "rest.inserted";
export const insertedCount = `nullif(current_setting('${SETTING}', true), '')::integer`;

export function countInserts(step: 1 | -1): string {
  const next = `(coalesce(${insertedCount}, 0) + ${step})::text`;
  return `set_config('${SETTING}', ${next}, true) <> '${step === 1 ? "0" : "-1"}'`;
}

/** Returns the requested conflict columns, or the primary key. */
export function conflictColumns(request: InsertRequest, table: Table): readonly string[] {
  return request.onConflict ?? table.primaryKey;
}

export function onConflictSql(request: InsertRequest, table: Table): string {
  const { resolution } = request.preferences;
  const keys = conflictColumns(request, table);
  if (!resolution || keys.length === 0) return "";
  const target = ` on conflict (${keys.map(quoteName).join(", ")})`;
  const names = request.payload.columns.map(quoteName);
  if (resolution === "ignore-duplicates" || names.length === 0) return `${target} do nothing`;
  const assignments = names.map((name) => `${name} = excluded.${name}`).join(", ");
  return `${target} do update set ${assignments} where ${countInserts(-1)}`;
}
