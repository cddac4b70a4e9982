import { ALL_ROWS } from "../parse/range.ts";
import type { ReadRequest } from "../parse/request.ts";
import type { ResultLimits } from "../request-limits.ts";
import { limitSql, orderBySql, whereSql } from "./conditions.ts";
import { columnsOf, inPublic, Values } from "./sql.ts";
import { jsonOf, type Plan, totalOf } from "./statement.ts";

export function planRead(request: ReadRequest, limits: ResultLimits): Plan {
  const values = new Values();
  const table = inPublic(request.target);
  const matching = `from ${table}${whereSql(table, request.conditions, values)}`;
  // A response to HEAD has no rows: it only counts them.
  const maxRows = request.isHead ? limits.countedRows : limits.rows;
  const rows = `select ${columnsOf(table, request.select)} ${matching}${orderBySql(table, request.order)}${limitSql(request.range, maxRows, values)}`;
  const outputs = ["count(*)::integer as page"];
  if (request.preferences.count) outputs.push(`${total(request, matching, limits)} as total`);
  if (!request.isHead) outputs.push(jsonOf("rest_row", request.accept));
  const text = `select ${outputs.join(", ")} from (${rows}) rest_row`;
  return { text, values: values.list, returns: "row", maxRows };
}

/** A response with all rows needs no second count. */
function total({ range }: ReadRequest, matching: string, limits: ResultLimits): string {
  return range.first === 0 && range.last === ALL_ROWS.last ? "count(*)::integer" : totalOf(matching, limits);
}
