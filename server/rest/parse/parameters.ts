import { notEmbedded } from "../errors.ts";
import { Cursor } from "./cursor.ts";
import { findFilter, parseFilter } from "./filter.ts";
import { parseLogicTree } from "./logic-tree.ts";
import { parseName, parsePath } from "./names.ts";
import { parseOrder } from "./order.ts";
import type { Pair } from "./query-string.ts";
import { type Limits, readNumber } from "./range.ts";
import type { Condition, Filter, OrderTerm } from "./request.ts";
import { parseSelect } from "./select.ts";

export interface Parameters {
  readonly select: readonly string[];
  readonly filters: readonly Filter[];
  readonly groups: readonly Condition[];
  readonly order: readonly OrderTerm[];
  readonly limits: Limits;
  readonly isLimited: boolean;
  readonly columns: readonly string[] | undefined;
  readonly onConflict: readonly string[] | undefined;
  /** What is no filter, and so an argument of the function that is called. */
  readonly arguments: readonly Pair[];
}

/** Reads the parameters kind by kind, not from left to right: of two mistakes PostgREST names the one found so. */
export function parseParameters(
  pairs: readonly Pair[],
  target: string,
  mayHaveArguments: boolean,
): Parameters {
  const kinds = sortByKind(pairs);
  const only = (name: string) => pairs.find(([key]) => key === name)?.[1];
  const listed = (name: string) => {
    const text = only(name);
    return text === undefined ? undefined : new Cursor(`${name} list`, text).list(parseName);
  };

  const orders = kinds.order.map(([key, value]) => ({ path: pathOf(key), terms: parseOrder(value) }));
  const groups = kinds.group.map(([key, value]) => parseLogicTree(key, value));
  const columns = listed("columns");
  const select = parseSelect(only("select") ?? "*", target);
  const filters = readFilters(kinds.filter, mayHaveArguments);
  const onConflict = listed("on_conflict");
  const limits = readLimits(kinds.limit);

  for (const { path } of [...filters.filters, ...orders, ...groups]) refusePath(path);
  return {
    select,
    filters: filters.filters.map(({ filter }) => filter),
    groups: groups.map(({ condition }) => condition),
    order: orders[0]?.terms ?? [],
    limits,
    isLimited: kinds.limit.length > 0,
    columns,
    onConflict,
    arguments: filters.arguments,
  };
}

type Kind = "order" | "group" | "limit" | "filter";

function sortByKind(pairs: readonly Pair[]): Record<Kind, Pair[]> {
  const kinds: Record<Kind, Pair[]> = { order: [], group: [], limit: [], filter: [] };
  for (const pair of pairs) {
    const kind = kindOf(pair[0]);
    if (kind) kinds[kind].push(pair);
  }
  return kinds;
}

function kindOf(key: string): Kind | undefined {
  switch (key.slice(key.lastIndexOf(".") + 1)) {
    case "order":
      return "order";
    case "and":
    case "or":
      return "group";
    case "limit":
    case "offset":
      return "limit";
    default:
      return key === "select" || key === "columns" || key === "on_conflict" ? undefined : "filter";
  }
}

function segmentsOf(key: string): string[] {
  return parsePath(new Cursor("parameter name", key));
}

function pathOf(key: string): string[] {
  return segmentsOf(key).slice(0, -1);
}

/** Tables are asked for one by one, so that there is nothing that a path could lead to. */
function refusePath([first]: readonly string[]): void {
  if (first !== undefined) throw notEmbedded(first);
}

function readFilters(pairs: readonly Pair[], mayHaveArguments: boolean) {
  const filters: { path: string[]; filter: Filter }[] = [];
  const others: Pair[] = [];
  for (const [key, value] of pairs) {
    const path = segmentsOf(key);
    const column = path.pop() as string;
    const predicate = mayHaveArguments ? findFilter(value) : parseFilter(value);
    if (predicate) filters.push({ path, filter: { kind: "filter", column, ...predicate } });
    else others.push([column, value]);
  }
  return { filters, arguments: others };
}

function readLimits(pairs: readonly Pair[]): Limits {
  const limits: { limit?: number | undefined; offset?: number | undefined } = {};
  for (const [key, value] of pairs) {
    if (key === "limit" || key === "offset") limits[key] = readNumber(value);
    else refusePath(pathOf(key));
  }
  return { limit: limits.limit, offset: limits.offset };
}
