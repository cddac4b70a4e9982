import type { Refusal } from "../../errors/refusal.ts";
import { refusal } from "../errors.ts";
import { Cursor } from "./cursor.ts";
import { parseName, refuseJsonPath } from "./names.ts";

interface Item {
  readonly kind: "column" | "aggregate" | "relation";
  readonly name: string;
}

const ITEM_START = /[\p{L}\p{Nd}_ $\t"]|\*(?=[,)]|$)|\.\.\./uy;
const ITEM_END = /[,)]|$/y;
const ALIAS_END = /:(?!:)[ \t]*/y;
const CAST = /::[\p{L}\p{Nd}_ $]+/uy;
const AGGREGATE = /\.(?:sum|avg|count|max|min)\(\)/y;

/** The requested columns; an empty list means every column. */
export function parseSelect(text: string, target: string): string[] {
  const items = parseItems(new Cursor("select list", text));
  for (const { kind, name } of items) {
    if (kind === "aggregate") throw refusal(400, "PGRST123", "Use of aggregate functions is not allowed");
    if (kind === "relation") throw notRelated(target, name);
  }
  return items.map(({ name }) => name);
}

/** As in PostgREST, a list that does not begin with an item is empty, and the rest of the text is ignored. */
function parseItems(cursor: Cursor): Item[] {
  if (!cursor.peek(ITEM_START)) return [];
  return cursor.nested(() => cursor.list(parseItem));
}

function parseItem(cursor: Cursor): Item {
  cursor.skipBlanks();
  if (cursor.accept("...")) return parseRelation(cursor, parseName(cursor));
  if (cursor.accept("*")) {
    requireItemEnd(cursor);
    return { kind: "column", name: "*" };
  }
  const firstName = parseName(cursor);
  const isRenamed = cursor.match(ALIAS_END) !== undefined;
  const name = isRenamed ? parseName(cursor) : firstName;
  if (name !== "count" && cursor.peek(/[!(]/y)) return parseRelation(cursor, name);
  return parseSelected(cursor, name, isRenamed);
}

/** A column or an aggregate, from the end of its name. */
function parseSelected(cursor: Cursor, name: string, isRenamed: boolean): Item {
  const isCount = name === "count" && cursor.accept("()");
  refuseJsonPath(cursor);
  cursor.skipBlanks();
  const isCast = cursor.match(CAST) !== undefined;
  const isAggregate = isCount || cursor.match(AGGREGATE) !== undefined;
  cursor.match(CAST);
  requireItemEnd(cursor);
  if (isAggregate) return { kind: "aggregate", name };
  if (isCast) throw cursor.error("casts are not supported");
  if (isRenamed) throw cursor.error("renaming columns is not supported");
  return { kind: "column", name };
}

/** `table!hint!inner(…)`, from the end of its name. */
function parseRelation(cursor: Cursor, name: string): Item {
  for (let hints = 0; hints < 2 && cursor.accept("!"); hints += 1)
    if (!cursor.match(/left|inner/y)) parseName(cursor);
  if (!cursor.accept("(")) throw cursor.expected('"("');
  parseItems(cursor);
  if (!cursor.accept(")")) throw cursor.expected('"," or ")"');
  return { kind: "relation", name };
}

function requireItemEnd(cursor: Cursor): void {
  if (!cursor.peek(ITEM_END)) throw cursor.expected("a comma");
}

function notRelated(target: string, name: string): Refusal {
  return refusal(
    400,
    "PGRST200",
    `Could not find a relationship between '${target}' and '${name}' in the schema cache`,
    { details: "Embedding other tables is not supported: request each table separately." },
  );
}
