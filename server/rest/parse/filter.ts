import { Cursor } from "./cursor.ts";
import { removeBackslashes } from "./names.ts";
import type { Filter, Operation, Trilean } from "./request.ts";

type Predicate = Pick<Filter, "not" | "operation">;
type ParseValue = (cursor: Cursor) => string;

const COMPARISONS = new Map([
  ["neq", "<>"],
  ["cs", "@>"],
  ["cd", "<@"],
  ["ov", "&&"],
  ["sl", "<<"],
  ["sr", ">>"],
  ["nxr", "&<"],
  ["nxl", "&>"],
  ["adj", "-|-"],
]);
/** These also compare with any or all of a list: `eq(any).{1,2}`. */
const QUANTIFIABLE = new Map([
  ["eq", "="],
  ["gt", ">"],
  ["gte", ">="],
  ["lt", "<"],
  ["lte", "<="],
  ["like", "like"],
  ["ilike", "ilike"],
  ["match", "~"],
  ["imatch", "~*"],
]);
const SEARCHES = new Map([
  ["fts", "to_tsquery"],
  ["plfts", "plainto_tsquery"],
  ["phfts", "phraseto_tsquery"],
  ["wfts", "websearch_to_tsquery"],
]);

/** `name.` or `name(modifier).` */
const OPERATOR = /([a-z]+)(?:\(([\p{L}\p{Nd}_ $]+)\))?\./uy;
const TRILEAN = /not_null|null|unknown|true|false/iy;
/** A quoted value counts as quoted only if nothing else follows it. */
const QUOTED_VALUE = /"([^"\\]*(?:\\.[^"\\]*)*)"(?=[,)]|$)/suy;
const ARRAY = /\{[^{}]*\}/y;
const PLAIN_VALUE = /[^,)]*/y;

/** Parses the value of a filter's own parameter, `id=eq.1`. It extends to the end of the text. */
export function parseFilter(text: string): Predicate {
  return requirePredicate(new Cursor("filter", text), wholeValue);
}

/** Parses a parameter that is either a filter or an argument of a function: undefined is an argument. */
export function findFilter(text: string): Predicate | undefined {
  return findPredicate(new Cursor("filter", text), wholeValue);
}

/** Parses a filter in a logic tree. It ends at a comma or a bracket, unless its value is quoted or an array. */
export function parseTreeFilter(cursor: Cursor): Predicate {
  return requirePredicate(cursor, parseTreeValue);
}

/** `[not.]operator.value` */
function requirePredicate(cursor: Cursor, parseValue: ParseValue): Predicate {
  const predicate = findPredicate(cursor, parseValue);
  if (!predicate) throw noOperator(cursor);
  return predicate;
}

function findPredicate(cursor: Cursor, parseValue: ParseValue): Predicate | undefined {
  const not = cursor.accept("not.");
  const operation = findOperation(cursor, parseValue);
  if (not && !operation) throw noOperator(cursor);
  return operation && { not, operation };
}

const noOperator = (cursor: Cursor) => cursor.expected("an operator (eq, gt, ...)");

function findOperation(cursor: Cursor, parseValue: ParseValue): Operation | undefined {
  const [head = "", name = "", modifier] = cursor.peek(OPERATOR) ?? [];
  const search = SEARCHES.get(name);
  if (search) {
    cursor.accept(head);
    return { kind: "search", parser: search, language: modifier?.trim(), value: parseValue(cursor) };
  }
  const quantifiable = QUANTIFIABLE.get(name);
  if (quantifiable && (modifier === undefined || modifier === "any" || modifier === "all")) {
    cursor.accept(head);
    return { kind: "compare", operator: quantifiable, quantifier: modifier, value: parseValue(cursor) };
  }
  if (modifier !== undefined) return undefined;
  const operator = COMPARISONS.get(name);
  if (operator) {
    cursor.accept(head);
    return { kind: "compare", operator, quantifier: undefined, value: parseValue(cursor) };
  }
  if (cursor.accept("in.")) return { kind: "in", values: parseValues(cursor) };
  if (cursor.accept("is.")) return { kind: "is", value: parseTrilean(cursor) };
  if (cursor.accept("isdistinct.")) return { kind: "distinct", value: parseValue(cursor) };
  return undefined;
}

const wholeValue = (cursor: Cursor) => cursor.rest();

function parseTreeValue(cursor: Cursor): string {
  return parseQuotedValue(cursor) ?? (cursor.match(ARRAY) ?? cursor.match(PLAIN_VALUE))?.[0] ?? "";
}

function parseQuotedValue(cursor: Cursor): string | undefined {
  const quoted = cursor.match(QUOTED_VALUE);
  return quoted && removeBackslashes(quoted[1] as string);
}

/** `(1,2,3)`. Blanks belong to the values, except next to the brackets. */
function parseValues(cursor: Cursor): string[] {
  if (!cursor.match(/[ \t]*\([ \t]*/y)) throw cursor.expected('"("');
  const values: string[] = [];
  do values.push(parseQuotedValue(cursor) ?? cursor.match(PLAIN_VALUE)?.[0] ?? "");
  while (cursor.accept(","));
  if (!cursor.match(/\)[ \t]*/y)) throw cursor.expected('")"');
  return values;
}

function parseTrilean(cursor: Cursor): Trilean {
  const word = cursor.match(TRILEAN)?.[0].toLowerCase();
  if (word === undefined) throw cursor.expected("null, not_null, true, false or unknown");
  return word === "not_null" ? "not null" : (word as Trilean);
}
