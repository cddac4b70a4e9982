import { notEmbedded } from "../errors.ts";
import { Cursor } from "./cursor.ts";
import { findFilter, parseFilter } from "./filter.ts";
import { parseLogicTree } from "./logic-tree.ts";
import { parseName, parsePath } from "./names.ts";
import { parseOrder } from "./order.ts";
import type { Pair } from "./query-string.ts";
import { type Limits, parseNumber } from "./range.ts";
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
  /** The parameters of a function call that are not filters. */
  readonly arguments: readonly Pair[];
}

/** Parses kind by kind instead of from left to right: of several mistakes, it reports the same one as PostgREST. */
export function parseParameters(
  pairs: readonly Pair[],
  target: string,
  mayHaveArguments: boolean,
): Parameters {
  const kinds = sortByKind(pairs);
  const first = (name: string) => pairs.find(([key]) => key === name)?.[1];
  const namesIn = (name: string) => {
    const text = first(name);
    return text === undefined ? undefined : new Cursor(`${name} list`, text).list(parseName);
  };

  const orders = kinds.order.map(([key, value]) => ({ path: pathOf(key), terms: parseOrder(value) }));
  const groups = kinds.group.map(([key, value]) => parseLogicTree(key, value));
  const columns = namesIn("columns");
  const select = parseSelect(first("select") ?? "*", target);
  const filters = parseFilters(kinds.filter, mayHaveArguments);
  const onConflict = namesIn("on_conflict");
  const limits = parseLimits(kinds.limit);

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

function pathSegments(key: string): string[] {
  return parsePath(new Cursor("parameter name", key));
}

function pathOf(key: string): string[] {
  return pathSegments(key).slice(0, -1);
}

/** Embedding is not supported, so no parameter can belong to an embedded table. */
function refusePath([first]: readonly string[]): void {
  if (first !== undefined) throw notEmbedded(first);
}

function parseFilters(pairs: readonly Pair[], mayHaveArguments: boolean) {
  const filters: { path: string[]; filter: Filter }[] = [];
  const functionArguments: Pair[] = [];
  for (const [key, value] of pairs) {
    const path = pathSegments(key);
    const column = path.pop() as string;
    const predicate = mayHaveArguments ? findFilter(value) : parseFilter(value);
    if (predicate) filters.push({ path, filter: { kind: "filter", column, ...predicate } });
    else functionArguments.push([column, value]);
  }
  return { filters, arguments: functionArguments };
}

function parseLimits(pairs: readonly Pair[]): Limits {
  const limits: { limit?: number | undefined; offset?: number | undefined } = {};
  for (const [key, value] of pairs) {
    if (key === "limit" || key === "offset") limits[key] = parseNumber(value);
    else refusePath(pathOf(key));
  }
  return { limit: limits.limit, offset: limits.offset };
}
