import { ALL_ROWS } from "../parse/range.ts";
import type { Condition, Filter, OrderTerm, Range } from "../parse/request.ts";
import { columnOf, type Values } from "./sql.ts";

export function whereSql(owner: string, conditions: readonly Condition[], values: Values): string {
  if (conditions.length === 0) return "";
  return ` where ${conditions.map((condition) => conditionSql(owner, condition, values)).join(" and ")}`;
}

function conditionSql(owner: string, condition: Condition, values: Values): string {
  if (condition.kind === "filter") return filterSql(owner, condition, values);
  const parts = condition.conditions.map((part) => conditionSql(owner, part, values));
  return `${condition.not ? "not " : ""}(${parts.join(` ${condition.operator} `)})`;
}

/** Values are untyped parameters: PostgreSQL infers their types from the column and the operator. */
function filterSql(owner: string, { column, not, operation }: Filter, values: Values): string {
  const left = `${not ? "not " : ""}${columnOf(owner, column)}`;
  switch (operation.kind) {
    case "compare": {
      const isPattern = operation.operator === "like" || operation.operator === "ilike";
      const value = values.add(isPattern ? operation.value.replaceAll("*", "%") : operation.value);
      return `${left} ${operation.operator} ${operation.quantifier ? `${operation.quantifier}(${value})` : value}`;
    }
    case "in":
      return `${left} = any(${values.add(arrayLiteral(operation.values))})`;
    case "is":
      return `${left} is ${operation.value}`;
    case "distinct":
      return `${left} is distinct from ${values.add(operation.value)}`;
    case "search": {
      const language = operation.language === undefined ? "" : `${values.add(operation.language)}, `;
      return `${left} @@ ${operation.parser}(${language}${values.add(operation.value)})`;
    }
  }
}

/** `in.()` is an empty list, not a list of one empty text. */
function arrayLiteral(values: readonly string[]): string {
  if (values.length === 1 && values[0] === "") return "{}";
  return `{${values.map((value) => `"${value.replaceAll(/["\\]/g, "\\$&")}"`).join(",")}}`;
}

export function orderBySql(owner: string, terms: readonly OrderTerm[]): string {
  if (terms.length === 0) return "";
  const parts = terms.map(({ column, direction, nulls }) =>
    [columnOf(owner, column), direction, nulls].filter(Boolean).join(" "),
  );
  return ` order by ${parts.join(", ")}`;
}

/** Reads one row more than the maximum, so that a result with too many rows is noticed. */
export function limitSql({ first, last }: Range, maxRows: number, values: Values): string {
  const requested = last - first + 1;
  let limit = "";
  if (requested > maxRows) limit = ` limit ${maxRows + 1}`;
  else if (Number.isFinite(requested)) limit = ` limit ${values.add(requested)}`;
  return first === ALL_ROWS.first ? limit : `${limit} offset ${values.add(first)}`;
}
