import type { Column, Table } from "../catalog.ts";
import type { DeleteRequest, InsertRequest, UpdateRequest } from "../parse/request.ts";
import { bodyRows } from "./body.ts";
import { whereSql } from "./conditions.ts";
import { columnsOf, inPublic, quoteName, Values } from "./sql.ts";
import { createPlan, failUnless, jsonOf, type Plan } from "./statement.ts";
import { requireColumns } from "./table.ts";
import { conflictColumns, countInserts, insertedCount, onConflictSql } from "./upsert.ts";

type WriteRequest = InsertRequest | UpdateRequest | DeleteRequest;

export function planInsert(request: InsertRequest, table: Table): Plan {
  const values = new Values();
  const columns = requireColumns(table, request.payload.columns);
  const merges = request.preferences.resolution === "merge-duplicates";
  const statement = [
    `insert into ${inPublic(table.name)}${newRows(request, columns, values)}`,
    merges ? ` where ${countInserts(1)}` : "",
    onConflictSql(request, table),
  ].join("");
  const hasConflictTarget = conflictColumns(request, table).length > 0;
  return { ...planWrite(request, table, statement, values, merges), hasConflictTarget };
}

function newRows(
  { payload, preferences }: InsertRequest,
  columns: readonly Column[],
  values: Values,
): string {
  if (columns.length === 0) {
    // Each element becomes a row of defaults.
    const json = payload.isArray ? payload.json : "[{}]";
    return ` select from json_array_elements(${values.add(json)})`;
  }
  const names = columns.map(({ name }) => quoteName(name)).join(", ");
  const body = bodyRows(payload, columns, preferences.missing === "default", values);
  return ` (${names}) select ${names} from ${body}`;
}

export function planUpdate(request: UpdateRequest, table: Table): Plan {
  const values = new Values();
  const target = inPublic(table.name);
  const columns = requireColumns(table, request.payload.columns);
  if (columns.length === 0) {
    const nothing = `select ${returningColumns(request, table, quoteName(table.name)) ?? ""} from ${target} where false`;
    return planWrite(request, table, nothing, values, false, true);
  }
  const body = bodyRows(request.payload, columns, request.preferences.missing === "default", values);
  const source = request.payload.isArray ? `(select * from ${body} limit 1) rest_body` : body;
  const assignments = columns
    .map(({ name }) => `${quoteName(name)} = rest_body.${quoteName(name)}`)
    .join(", ");
  const statement = `update ${target} set ${assignments} from ${source}${whereSql(target, request.conditions, values)}`;
  return planWrite(request, table, statement, values);
}

export function planDelete(request: DeleteRequest, table: Table): Plan {
  const values = new Values();
  const target = inPublic(table.name);
  return planWrite(
    request,
    table,
    `delete from ${target}${whereSql(target, request.conditions, values)}`,
    values,
  );
}

/** A minimal response returns no column, so the right to write is enough for it. */
function returningColumns(request: WriteRequest, table: Table, owner: string): string | undefined {
  const { return: kind } = request.preferences;
  if (kind !== "representation" && kind !== "headers-only") return undefined;
  const { select } = request;
  if (select.length === 0 || select.includes("*")) return `${owner}.*`;
  return columnsOf(owner, [...new Set([...select, ...table.primaryKey])].sort());
}

function planWrite(
  request: WriteRequest,
  table: Table,
  statement: string,
  values: Values,
  merges = false,
  isSelect = false,
): Plan {
  const { return: kind, maxAffected } = request.preferences;
  const returning = returningColumns(request, table, inPublic(table.name));
  const isLimited = request.kind !== "insert" && maxAffected !== undefined;
  if (returning === undefined && !merges && !request.accept.single && !isLimited)
    return createPlan(statement, values, "tag");

  const outputs = ["count(*)::integer as page"];
  if (request.accept.single) outputs.push(failUnless("count(*) = 1", "single"));
  if (isLimited) outputs.push(failUnless(`count(*) <= ${values.add(maxAffected)}::bigint`, "affected"));
  if (merges) outputs.push(`${insertedCount} as inserted`);
  if (kind === "representation") outputs.push(jsonOf("rest_row", request.accept));
  if (kind === "headers-only" && request.kind === "insert") outputs.push(keyOf(table));
  const source = isSelect ? statement : `${statement} returning ${returning ?? "1"}`;
  const columns = kind === "representation" ? columnsOf("rest_source", request.select) : "*";
  return createPlan(
    `with rest_source as (${source}) select ${outputs.join(", ")} from (select ${columns} from rest_source) rest_row`,
    values,
  );
}

function keyOf({ primaryKey }: Table): string {
  const names = primaryKey.map((name) => `'${name.replaceAll("'", "''")}'`).join(", ");
  if (names === "") return "null as key";
  return `case when count(*) = 1 then (
    select json_object_agg(key, value) from json_each_text(json_agg(rest_row)->0) where key in (${names})
  )::text end as key`;
}
