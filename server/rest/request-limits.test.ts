import { describe, expect, test } from "vitest";
import type { Refusal } from "../errors/refusal.ts";
import type { ApiRole } from "../postgres/database.ts";
import { parseRequest } from "./parse/parse.ts";
import { requireWithinLimits } from "./request-limits.ts";

// Written out, so that a bound that changes by mistake fails a test.
const MAX_ARGUMENTS = 100;
const MAX_BODY_COLUMNS = 100;
const MAX_BODY_ROWS = 100;
const MAX_CONDITIONS = 100;
const MAX_DEPTH = 50;
const MAX_LISTED_VALUES = 1_000;
const MAX_ORDER_TERMS = 20;
const MAX_PATTERN_CHARS = 200;
const MAX_SELECTED_COLUMNS = 100;
const MAX_SKIPPED_ROWS = 200_000;

interface Request {
  readonly method?: string;
  readonly path?: string;
  readonly query?: string;
  readonly body?: string;
  readonly headers?: Record<string, string>;
}

type Outcome = Pick<Refusal, "status" | "code"> | "accepted";

function outcomeOf(request: Request, role: ApiRole = "authenticated"): Outcome {
  const { method = "GET", path = "slots", query = "", body = "", headers = {} } = request;
  try {
    requireWithinLimits(parseRequest({ method, path, query, headers, body }), role);
    return "accepted";
  } catch (error) {
    const { status, code } = error as Refusal;
    return { status, code };
  }
}

const times = (count: number, item: string) => Array.from({ length: count }, () => item);
const list = (count: number, item = "1") => times(count, item).join(",");
const object = (count: number) =>
  JSON.stringify(Object.fromEntries(times(count, "").map((_, n) => [`c${n}`, 1])));
const rows = (count: number) => `[${list(count, '{"id":1}')}]`;
const text = (count: number) => "*".repeat(count);
const post = (body: string, query = "", path = "slots"): Request => ({ method: "POST", path, query, body });

const BAD_REQUEST = { status: 400, code: "over_limit" };
const TOO_LARGE = { status: 413, code: "over_limit" };

describe.each<[bound: string, limit: number, request: (count: number) => Request, refusal: Outcome]>([
  ["filters", MAX_CONDITIONS, (n) => ({ query: times(n, "id=is.null").join("&") }), BAD_REQUEST],
  ["filters of a group", MAX_CONDITIONS, (n) => ({ query: `or=(${list(n, "id.is.null")})` }), BAD_REQUEST],
  [
    "filters of nested groups",
    MAX_CONDITIONS,
    (n) => ({ query: `or=(id.is.null,not.and(${list(n - 1, "id.is.null")}))` }),
    BAD_REQUEST,
  ],
  [
    "filters of a deletion",
    MAX_CONDITIONS,
    (n) => ({ method: "DELETE", query: times(n, "id=is.null").join("&") }),
    BAD_REQUEST,
  ],
  [
    "filters of an update",
    MAX_CONDITIONS,
    (n) => ({ ...post("{}", times(n, "id=is.null").join("&")), method: "PATCH" }),
    BAD_REQUEST,
  ],
  [
    "filters of a function's result",
    MAX_CONDITIONS,
    (n) => post("{}", `or=(${list(n, "id.is.null")})`, "rpc/list"),
    BAD_REQUEST,
  ],
  ["values of a list", MAX_LISTED_VALUES, (n) => ({ query: `id=in.(${list(n)})` }), BAD_REQUEST],
  [
    "values of several lists",
    MAX_LISTED_VALUES,
    (n) => ({ query: `id=in.(${list(500)})&other=not.in.(${list(n - 500)})` }),
    BAD_REQUEST,
  ],
  ["values of any(…)", MAX_LISTED_VALUES, (n) => ({ query: `id=eq(any).{${list(n)}}` }), BAD_REQUEST],
  ["characters of like", MAX_PATTERN_CHARS, (n) => ({ query: `name=like.${text(n)}` }), BAD_REQUEST],
  [
    "characters of ilike",
    MAX_PATTERN_CHARS,
    (n) => ({ query: `or=(name.not.ilike.${text(n)})` }),
    BAD_REQUEST,
  ],
  [
    "characters of like(all)",
    MAX_PATTERN_CHARS,
    (n) => ({ query: `name=like(all).${text(n)}` }),
    BAD_REQUEST,
  ],
  ...["fts", "plfts", "phfts", "wfts(english)"].map(
    (search) =>
      [
        `characters of ${search}`,
        MAX_PATTERN_CHARS,
        (n: number) => ({ query: `name=${search}.${text(n)}` }),
        BAD_REQUEST,
      ] as [string, number, (count: number) => Request, Outcome],
  ),
  ["selected columns", MAX_SELECTED_COLUMNS, (n) => ({ query: `select=${list(n, "id")}` }), BAD_REQUEST],
  [
    "returned columns",
    MAX_SELECTED_COLUMNS,
    (n) => ({ ...post("{}", `select=${list(n, "id")}`), headers: { prefer: "return=representation" } }),
    BAD_REQUEST,
  ],
  ["columns to order by", MAX_ORDER_TERMS, (n) => ({ query: `order=${list(n, "id.desc")}` }), BAD_REQUEST],
  ["skipped rows", MAX_SKIPPED_ROWS, (n) => ({ query: `offset=${n}` }), BAD_REQUEST],
  ["skipped rows of a range", MAX_SKIPPED_ROWS, (n) => ({ headers: { range: `${n}-` } }), BAD_REQUEST],
  [
    "arguments in the address",
    MAX_ARGUMENTS,
    (n) => ({ path: "rpc/list", query: times(n, "a=1").join("&") }),
    BAD_REQUEST,
  ],
  ["rows in the body", MAX_BODY_ROWS, (n) => post(rows(n)), TOO_LARGE],
  ["rows in the body with known columns", MAX_BODY_ROWS, (n) => post(rows(n), "columns=id"), TOO_LARGE],
  ["columns in the body", MAX_BODY_COLUMNS, (n) => post(object(n)), TOO_LARGE],
  [
    "columns in the address",
    MAX_BODY_COLUMNS,
    (n) => post("{}", `columns=${times(n, "c").map((name, at) => name + at)}`),
    TOO_LARGE,
  ],
  ["conflict columns", MAX_BODY_COLUMNS, (n) => post("{}", `on_conflict=${list(n, "id")}`), BAD_REQUEST],
])("%s", (_bound, limit, request, refusal) => {
  test(`up to ${limit} are accepted, and more are refused`, () => {
    expect(outcomeOf(request(limit))).toBe("accepted");
    expect(outcomeOf(request(limit + 1))).toEqual(refusal);
    expect(outcomeOf(request(limit + 1), "anon")).toEqual(refusal);
  });

  test("are unlimited for the secret key", () => {
    expect(outcomeOf(request(limit + 1), "service_role")).toBe("accepted");
  });
});

test("nesting is limited for everyone, because the parser calls itself", () => {
  const nested = (depth: number) => ({
    query: `and=${"(and".repeat(depth - 1)}(id.is.null${")".repeat(depth)}`,
  });
  for (const role of ["authenticated", "service_role"] as const) {
    expect(outcomeOf(nested(MAX_DEPTH), role)).toBe("accepted");
    expect(outcomeOf(nested(MAX_DEPTH + 1), role)).toEqual({ status: 400, code: "PGRST100" });
  }
});

describe.each<[bound: string, limit: number, request: (count: number) => Request, refusal: Outcome]>([
  ["characters in Accept", 1_000, (n) => ({ headers: { accept: `*/*;${text(n - 4)}` } }), BAD_REQUEST],
  ["parameters", 300, (n) => ({ query: times(n, "id=is.null").join("&") }), BAD_REQUEST],
  [
    "items of a list",
    1_000,
    (n) => ({ query: `select=${list(n, "id")}` }),
    { status: 400, code: "PGRST100" },
  ],
  ["rows whose columns are compared", 10_000, (n) => post(rows(n)), TOO_LARGE],
])("%s", (_bound, limit, request, refusal) => {
  test(`are at most ${limit} for the secret key too, because the parser has no other work meanwhile`, () => {
    expect(outcomeOf(request(limit), "service_role")).toBe("accepted");
    for (const role of ["anon", "service_role"] as const)
      expect(outcomeOf(request(limit + 1), role)).toEqual(refusal);
  });
});

describe("a regular expression", () => {
  test.each<[place: string, request: Request]>([
    ["a filter", { query: "name=match.(a*)*b" }],
    ["a filter that ignores case", { query: "name=imatch.(a*)*b" }],
    ["a negated filter", { query: "name=not.match.a" }],
    ["a filter with any", { query: "name=match(any).{a,b}" }],
    ["a filter with all", { query: "name=imatch(all).{a,b}" }],
    ["or", { query: "or=(id.eq.1,name.match.a)" }],
    ["and in not.or", { query: "not.or=(id.eq.1,and(id.eq.2,name.not.imatch.a))" }],
    ["a HEAD request", { method: "HEAD", query: "name=match.a" }],
    ["a deletion", { method: "DELETE", query: "name=match.a" }],
    ["an update", { ...post("{}", "name=match.a"), method: "PATCH" }],
    ["a call", post("{}", "name=match.a", "rpc/list")],
    ["a call with GET", { path: "rpc/list", query: "name=match.a" }],
  ])("in %s is only for the secret key", (_place, request) => {
    for (const role of ["anon", "authenticated"] as const)
      expect(outcomeOf(request, role)).toEqual({ status: 403, code: "secret_key_only" });
    expect(outcomeOf(request, "service_role")).toBe("accepted");
  });

  test.each([
    ["an embedded filter", { query: "slots.name=match.a" }],
    ["an embedded or", { query: "slots.or=(name.match.a)" }],
    ["an embedded select", { query: "select=id,slots(name)" }],
    ["a path into JSON", { query: "data->>a=match.a" }],
  ])("cannot be hidden in %s, which the table API does not support", (_place, request) => {
    expect(outcomeOf(request)).toMatchObject({ status: 400, code: expect.stringMatching(/^PGRST/) });
  });
});

test("a refusal says what is over the limit and what to do", () => {
  expect(() =>
    requireWithinLimits(
      parseRequest({
        method: "GET",
        path: "slots",
        query: `select=${list(101, "id")}`,
        headers: {},
        body: "",
      }),
      "authenticated",
    ),
  ).toThrow(
    expect.objectContaining({
      message: "The request has 101 selected columns; at most 100 are allowed.",
      fields: { details: null, hint: "Select fewer columns." },
    }),
  );
});
