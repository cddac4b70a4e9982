import { EVERY_ROW } from "../parse/range.ts";
import type { ReadRequest } from "../parse/request.ts";
import { limit, orderBy, where } from "./conditions.ts";
import { columnsOf, inPublic, Values } from "./sql.ts";
import { jsonOf, type Plan, plan } from "./statement.ts";

export function planRead(request: ReadRequest): Plan {
  const values = new Values();
  const table = inPublic(request.target);
  const matching = `from ${table}${where(table, request.conditions, values)}`;
  const rows = `select ${columnsOf(table, request.select)} ${matching}${orderBy(table, request.order)}${limit(request.range, values)}`;
  const outputs = ["count(*)::integer as page"];
  if (request.preferences.count) outputs.push(`${total(request, matching)} as total`);
  if (!request.headOnly) outputs.push(jsonOf("rest_row", request.accept));
  return plan(`select ${outputs.join(", ")} from (${rows}) rest_row`, values);
}

/** A response with all rows needs no second count. */
function total({ range }: ReadRequest, matching: string): string {
  return range.first === 0 && range.last === EVERY_ROW.last
    ? "count(*)::integer"
    : `(select count(*)::integer ${matching})`;
}
