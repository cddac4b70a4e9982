import { Cursor } from "./cursor.ts";
import { parseTreeFilter } from "./filter.ts";
import { parseColumn, parsePath } from "./names.ts";
import type { Condition } from "./request.ts";

const GROUP_START = /(not\.)?(and|or)[ \t]*\([ \t]*/y;

/** `or=(…)`, `not.and=(…)`: the path names embedded tables, which the caller refuses. */
export function parseLogicTree(key: string, value: string): { path: string[]; condition: Condition } {
  const names = parsePath(new Cursor("logic path", key));
  const last = names.at(-1) as string;
  const operator = names.includes("not") ? `not.${last}` : last;
  return {
    path: names.slice(0, -1).filter((name) => name !== "not"),
    // Operator and list are joined into one text, which has the form of a nested group.
    condition: parseCondition(new Cursor("logic tree", operator + value)),
  };
}

function parseCondition(cursor: Cursor): Condition {
  const group = cursor.match(GROUP_START);
  if (group) return parseGroup(cursor, group[1] !== undefined, group[2] as "and" | "or");
  const column = parseColumn(cursor);
  if (!cursor.accept(".")) throw cursor.expected('"."');
  return { kind: "filter", column, ...parseTreeFilter(cursor) };
}

function parseGroup(cursor: Cursor, not: boolean, operator: "and" | "or"): Condition {
  const conditions = cursor.nested(() => cursor.list(parseCondition));
  if (!cursor.match(/[ \t]*\)[ \t]*/y)) throw cursor.expected('"," or ")"');
  return { kind: "group", not, operator, conditions };
}
