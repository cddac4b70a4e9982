import type { Refusal } from "../../errors/refusal.ts";
import type { Catalog, Routine } from "../catalog.ts";
import { refusal } from "../errors.ts";
import type { CallRequest, Payload, Representation } from "../parse/request.ts";
import type { ResultLimits } from "../request-limits.ts";
import { bodyRows } from "./body.ts";
import { limitSql, orderBySql, whereSql } from "./conditions.ts";
import { requireRoutine } from "./routine.ts";
import { columnsOf, inPublic, quoteName, Values } from "./sql.ts";
import { createPlan, failUnless, jsonOf, type Plan, requireRows, totalOf } from "./statement.ts";

export function planCall(request: CallRequest, catalog: Catalog, limits: ResultLimits): Plan {
  const names = argumentNames(request);
  const routine = requireRoutine(catalog, request.target, names, request.arguments.from === "body");
  if (routine.isVolatile && request.method !== "POST") throw requiresPost(request.method);

  const values = new Values();
  const call = callSql(routine, argumentsOf(request, routine), request.select, values);
  const row = quoteName(isValue(routine) ? routine.name : routine.rowName);
  const matching = `from rest_source as ${row}${whereSql(row, request.conditions, values)}`;
  const rows = `select ${columnsOf(row, request.select)} ${matching}${orderBySql(row, request.order)}${limitSql(request.range, limits.rows, values)}`;

  const isSingleRow =
    routine.returns === "nothing" || routine.returns === "value" || routine.returns === "row";
  const outputs = isSingleRow ? ["1 as page"] : ["count(*)::integer as page", ...requireRows(limits.rows)];
  if (request.preferences.count) outputs.push(`${totalOf(matching, limits)} as total`);
  if (request.accept.single && !isSingleRow && request.method === "POST")
    outputs.push(failUnless("count(*) = 1", "single"));
  if (request.method !== "HEAD") outputs.push(bodyOf(routine, isSingleRow, request.accept));
  const text = `with rest_source as (${call}) select ${outputs.join(", ")} from (${rows}) rest_row`;
  return {
    ...createPlan(text, values),
    returnsNothing: routine.returns === "nothing",
    changesNothing: !routine.isVolatile,
  };
}

function argumentNames({ arguments: given }: CallRequest): readonly string[] {
  return given.from === "body"
    ? given.payload.columns
    : [...new Set(given.pairs.map(([name]) => name))].sort();
}

/** Turns the arguments of a query string into the equivalent JSON body. */
function argumentsOf({ arguments: given }: CallRequest, { parameters }: Routine): Payload {
  if (given.from === "body") return given.payload;
  const lists = new Map(
    parameters.filter(({ isVariadic }) => isVariadic).map(({ name }) => [name, [] as string[]]),
  );
  const values = new Map<string, string | string[]>();
  for (const [name, value] of given.pairs) {
    const list = lists.get(name);
    list?.push(value);
    values.set(name, list ?? value);
  }
  const json = JSON.stringify(Object.fromEntries(values));
  return { json, isArray: false, rows: 1, columns: [...values.keys()] };
}

const isValue = ({ returns }: Routine) =>
  returns === "nothing" || returns === "value" || returns === "values";

function callSql(routine: Routine, payload: Payload, select: readonly string[], values: Values): string {
  const given = routine.parameters.filter(({ name }) => payload.columns.includes(name));
  const list = given.map(
    ({ name, isVariadic }) =>
      `${isVariadic ? "variadic " : ""}${quoteName(name)} := rest_body.${quoteName(name)}`,
  );
  const call = `${inPublic(routine.name)}(${list.join(", ")})`;
  const row = quoteName(routine.name);
  const source = `lateral ${isValue(routine) ? `(select ${call} as value)` : call} ${row}`;
  const columns = isValue(routine) ? `${row}.value` : columnsOf(row, select);
  if (given.length === 0) return `select ${columns} from ${source}`;
  const body = bodyRows(
    payload,
    given.map(({ name, type }) => ({ name, type, default: null })),
    false,
    values,
  );
  return `select ${columns} from ${payload.isArray ? `(select * from ${body} limit 1) rest_body` : body}, ${source}`;
}

function bodyOf(routine: Routine, isSingleRow: boolean, accept: Representation): string {
  const row = isValue(routine) ? "rest_row.value" : "rest_row";
  return jsonOf(row, { ...accept, single: accept.single || isSingleRow });
}

function requiresPost(method: string): Refusal {
  return refusal(405, "PGRST101", `Cannot use the ${method} method on RPC`, {
    details: "The function may change data, which only POST may do.",
    headers: { allow: "POST" },
  });
}
