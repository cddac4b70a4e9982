import { ALL_ROWS } from "../parse/range.ts";
import type { ReadRequest } from "../parse/request.ts";
import { limitSql, orderBySql, whereSql } from "./conditions.ts";
import { columnsOf, inPublic, Values } from "./sql.ts";
import { createPlan, jsonOf, type Plan } from "./statement.ts";

export function planRead(request: ReadRequest): Plan {
  const values = new Values();
  const table = inPublic(request.target);
  const matching = `from ${table}${whereSql(table, request.conditions, values)}`;
  const rows = `select ${columnsOf(table, request.select)} ${matching}${orderBySql(table, request.order)}${limitSql(request.range, values)}`;
  const outputs = ["count(*)::integer as page"];
  if (request.preferences.count) outputs.push(`${total(request, matching)} as total`);
  if (!request.isHead) outputs.push(jsonOf("rest_row", request.accept));
  return createPlan(`select ${outputs.join(", ")} from (${rows}) rest_row`, values);
}

/** A response with all rows needs no second count. */
function total({ range }: ReadRequest, matching: string): string {
  return range.first === 0 && range.last === ALL_ROWS.last
    ? "count(*)::integer"
    : `(select count(*)::integer ${matching})`;
}
