import type { Refusal } from "../errors/refusal.ts";
import type { ApiRole } from "../postgres/database.ts";
import { refusal } from "./errors.ts";
import type { Condition, Filter, Payload, RestRequest } from "./parse/request.ts";

// Every bound on the cost of one request. Node bounds the length of an address (16 KB for all headers), and PostgreSQL
// the time of a statement (database/rules/sessions.sql). Bounds of one function or view are in its rule: a bound on days
// needs the result of the filters.

// These protect the parser, which has no other work meanwhile, so they apply to the secret key too.

/** Nested groups and embedded tables. The parser calls itself, so this protects its stack. */
export const MAX_DEPTH = 50;
export const MAX_BODY_BYTES = 1024 * 1024;
/** The length of an Accept header, whose parts are sorted. */
const MAX_ACCEPT_CHARS = 1_000;
const MAX_PARAMETERS = 300;
/** The length of one list of columns, terms or conditions. */
export const MAX_LIST_ITEMS = 1_000;
/** The rows of a body that names its columns in each row. */
const MAX_COMPARED_ROWS = 10_000;

export function requireShortAccept(accept: string | undefined): void {
  requireAtMost(MAX_ACCEPT_CHARS, accept?.length ?? 0, "characters in Accept", "Name fewer media types.");
}

export function requireFewParameters(count: number): void {
  requireAtMost(MAX_PARAMETERS, count, "parameters", "Send several requests.");
}

export function requireFewRows(count: number): void {
  requireAtMost(MAX_COMPARED_ROWS, count, "rows in the body", "Send several requests.", 413);
}

// The secret key is exempt from these.

const MAX_CONDITIONS = 100;
/** The values of all lists together: `in.(…)`, `eq(any).{…}`. */
const MAX_LISTED_VALUES = 1_000;
/** The length of a value of `like`, `ilike` or a text search, which is compared with whole texts. */
const MAX_PATTERN_CHARS = 200;
const MAX_SELECTED_COLUMNS = 100;
const MAX_ORDER_TERMS = 20;
const MAX_ARGUMENTS = 100;
const MAX_BODY_ROWS = 100;
const MAX_BODY_COLUMNS = 100;
const MAX_SKIPPED_ROWS = 200_000;

/** Bounds on the result, which the statement itself enforces. */
export interface ResultLimits {
  readonly rows: number;
  /** The rows that `Prefer: count=…` counts, of all pages. */
  readonly countedRows: number;
}

const MAX_RESULT: ResultLimits = { rows: 1_000, countedRows: 200_000 };
const UNLIMITED: ResultLimits = { rows: Number.POSITIVE_INFINITY, countedRows: Number.POSITIVE_INFINITY };

export function resultLimitsFor(role: ApiRole): ResultLimits {
  return role === "service_role" ? UNLIMITED : MAX_RESULT;
}

/** Refuses a request whose cost has no reasonable bound. */
export function requireWithinLimits(request: RestRequest, role: ApiRole): void {
  if (role === "service_role") return;
  requireAtMost(MAX_SELECTED_COLUMNS, request.select.length, "selected columns", "Select fewer columns.");
  if ("conditions" in request) requireCheapFilters(filtersOf(request.conditions));
  if ("order" in request) {
    requireAtMost(MAX_ORDER_TERMS, request.order.length, "columns to order by", "Order by fewer columns.");
    const hint = "Filter by the last row of the page before instead of skipping rows.";
    requireAtMost(MAX_SKIPPED_ROWS, request.range.first, "skipped rows", hint);
  }
  if ("payload" in request) requireSmallPayload(request.payload);
  if (request.kind === "insert")
    requireAtMost(
      MAX_BODY_COLUMNS,
      request.onConflict?.length ?? 0,
      "conflict columns",
      "Name fewer columns.",
    );
  if (request.kind === "call") requireFewArguments(request.arguments);
}

function requireCheapFilters(filters: readonly Filter[]): void {
  const hint = "Send several requests.";
  requireAtMost(MAX_CONDITIONS, filters.length, "filters", hint);
  let listed = 0;
  for (const filter of filters) listed += countListedValues(filter);
  requireAtMost(MAX_LISTED_VALUES, listed, "values in lists", hint);
  for (const { operation } of filters) {
    if (operation.kind === "compare" && operation.operator.startsWith("~")) throw regularExpression();
    const isPattern =
      operation.kind === "search" ||
      (operation.kind === "compare" && (operation.operator === "like" || operation.operator === "ilike"));
    if (isPattern)
      requireAtMost(MAX_PATTERN_CHARS, operation.value.length, "characters in a search", "Search for less.");
  }
}

/** Uses a loop, because it runs for every request and `flatMap` takes several times as long. */
function filtersOf(conditions: readonly Condition[], filters: Filter[] = []): Filter[] {
  for (const condition of conditions) {
    if (condition.kind === "filter") filters.push(condition);
    else filtersOf(condition.conditions, filters);
  }
  return filters;
}

function countListedValues({ operation }: Filter): number {
  if (operation.kind === "in") return operation.values.length;
  return operation.kind === "compare" && operation.quantifier ? operation.value.split(",").length : 0;
}

function requireSmallPayload({ rows, columns }: Payload): void {
  requireAtMost(MAX_BODY_ROWS, rows, "rows in the body", "Send several requests.", 413);
  requireAtMost(MAX_BODY_COLUMNS, columns.length, "columns in the body", "Send fewer columns.", 413);
}

function requireFewArguments(given: Extract<RestRequest, { kind: "call" }>["arguments"]): void {
  const count = given.from === "body" ? given.payload.columns.length : given.pairs.length;
  requireAtMost(MAX_ARGUMENTS, count, "arguments", "Send only the function's own arguments.");
}

function requireAtMost(limit: number, found: number, what: string, hint: string, status = 400): void {
  if (found > limit)
    throw overLimit(`The request has ${found} ${what}; at most ${limit} are allowed.`, hint, status);
}

function overLimit(message: string, hint: string, status = 400): Refusal {
  return refusal(status, "over_limit", message, { hint });
}

export const tooManyRows = () =>
  overLimit(
    `The result has more than ${MAX_RESULT.rows} rows.`,
    "Read it page by page, with limit and offset or the header Range.",
  );

export const tooManyCounted = () =>
  overLimit(
    `More than ${MAX_RESULT.countedRows} rows match, too many to count.`,
    "Use narrower filters, or leave out the preference count.",
  );

const regularExpression = () =>
  refusal(403, "secret_key_only", "Only the secret key may use the operators match and imatch.", {
    hint: "Use like or ilike instead.",
  });
