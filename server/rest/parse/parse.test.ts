import { describe, expect, test } from "vitest";
import type { Refusal } from "../../errors/refusal.ts";
import { parseAccept } from "./accept.ts";
import { findFilter, parseFilter } from "./filter.ts";
import { parseLogicTree } from "./logic-tree.ts";
import { parseOrder } from "./order.ts";
import { parseRequest } from "./parse.ts";
import { parsePayload } from "./payload.ts";
import { parsePreferences } from "./preferences.ts";
import { parseQueryString } from "./query-string.ts";
import { parseNumber, parseRange } from "./range.ts";
import { parseSelect } from "./select.ts";

const refusalOf = (work: () => unknown): Pick<Refusal, "code" | "message"> & { details: unknown } => {
  try {
    work();
  } catch (error) {
    const { code, message, fields } = error as Refusal;
    return { code, message, details: fields.details };
  }
  throw new Error("expected a refusal");
};

describe("a filter", () => {
  test.each([
    ["eq.1", false, { kind: "compare", operator: "=", quantifier: undefined, value: "1" }],
    ["not.gte.1", true, { kind: "compare", operator: ">=", quantifier: undefined, value: "1" }],
    ["eq.a.b\nc", false, { kind: "compare", operator: "=", quantifier: undefined, value: "a.b\nc" }],
    ["like(any).{a,b}", false, { kind: "compare", operator: "like", quantifier: "any", value: "{a,b}" }],
    ['in.(1,"a,b","c\\"d")', false, { kind: "in", values: ["1", "a,b", 'c"d'] }],
    ["not.is.not_null", true, { kind: "is", value: "not null" }],
    ["isdistinct.x", false, { kind: "distinct", value: "x" }],
    ["fts(english).a", false, { kind: "search", parser: "to_tsquery", language: "english", value: "a" }],
  ])("%s is parsed", (text, not, operation) => {
    expect(parseFilter(text)).toEqual({ not, operation });
  });

  test.each([
    ["foo.1", 'position 1: expected an operator (eq, gt, ...), found "f"'],
    ["not.foo.1", 'position 5: expected an operator (eq, gt, ...), found "f"'],
    ["eq(some).1", 'position 1: expected an operator (eq, gt, ...), found "e"'],
    ["in.1", 'position 4: expected "(", found "1"'],
    ['in.("a', 'position 7: expected ")", found the end'],
    ["is.nul", 'position 4: expected null, not_null, true, false or unknown, found "n"'],
  ])("%s is refused with the mistake and its position", (text, problem) => {
    const message = `Cannot parse the filter at ${problem}`;
    expect(refusalOf(() => parseFilter(text))).toEqual({ code: "PGRST100", message, details: text });
  });

  test("a parameter without an operator is an argument of the function", () => {
    expect(findFilter("eq.1")).toEqual(parseFilter("eq.1"));
    expect(findFilter("equal")).toBeUndefined();
    expect(refusalOf(() => findFilter("not.equal")).code).toBe("PGRST100");
  });

  test("an error quotes at most 200 characters of the request", () => {
    expect(refusalOf(() => parseFilter("x".repeat(1_000))).details).toHaveLength(200);
  });
});

test("logic trees nest up to 50 levels", () => {
  const { condition } = parseLogicTree("not.or", "(id.eq.1,and(id.gt.2,id.lt.4))");
  expect(condition).toMatchObject({ not: true, operator: "or", conditions: [{}, { operator: "and" }] });
  const deep = (depth: number) => `(${"and(".repeat(depth)}id.eq.1${")".repeat(depth)})`;
  expect(() => parseLogicTree("and", deep(40))).not.toThrow();
  expect(refusalOf(() => parseLogicTree("and", deep(60))).message).toMatch("nested more than 50 levels deep");
});

test("an order has a direction and a position for nulls", () => {
  expect(parseOrder("a.desc.nullslast,b")).toEqual([
    { column: "a", direction: "desc", nulls: "nulls last" },
    { column: "b", direction: undefined, nulls: undefined },
  ]);
});

describe("a select list", () => {
  test("holds columns, with or without blanks and quotes", () => {
    expect(parseSelect('id , "Odd Name",*', "t")).toEqual(["id", "Odd Name", "*"]);
    expect(parseSelect("", "t")).toEqual([]);
  });
  test.each([
    ["other(id)", "PGRST200"],
    ["...other(id)", "PGRST200"],
    ["id.sum()", "PGRST123"],
  ])("%s is refused", (text, code) => {
    expect(refusalOf(() => parseSelect(text, "t")).code).toBe(code);
  });
  test.each([
    ["a:id", "position 5: renaming columns is not supported"],
    ["id::text", "position 9: casts are not supported"],
    ["data->a", "position 5: paths into JSON are not supported"],
    ["id,", "position 4: expected a name, found the end"],
    ['"id', "position 1: the quotation mark is never closed"],
  ])("%s is refused with the mistake and its position", (text, problem) => {
    const message = `Cannot parse the select list at ${problem}`;
    expect(refusalOf(() => parseSelect(text, "t"))).toEqual({ code: "PGRST100", message, details: text });
  });
});

describe("a range", () => {
  const all = Number.POSITIVE_INFINITY;
  test.each([
    [undefined, undefined, undefined, [0, all]],
    [2, 3, undefined, [3, 4]],
    [2, undefined, "1-5", [1, 1]],
    [undefined, -1, undefined, [0, all]],
    [0, undefined, "1-2", [0, -1]],
    [undefined, undefined, "items=0-1", [0, all]],
  ] as const)("limit %s, offset %s, header %s", (limit, offset, header, [first, last]) => {
    expect(parseRange({ limit, offset }, header)).toEqual({ first, last });
  });
  test("is refused if it is empty, except for limit=0", () => {
    expect(refusalOf(() => parseRange({ limit: -2, offset: 0 }, undefined)).code).toBe("PGRST103");
    expect(refusalOf(() => parseRange({ limit: undefined, offset: 0 }, "3-1")).details).toMatch(
      "lower boundary",
    );
  });
  test("is limited to safe integers", () => {
    expect(parseNumber("9".repeat(50))).toBe(Number.MAX_SAFE_INTEGER);
    expect(parseNumber("1e3")).toBeUndefined();
  });
});

test("the first of each preference counts, and unknown ones are refused only with handling=strict", () => {
  expect(parsePreferences("count=exact, count=planned,foo")).toMatchObject({ count: "exact" });
  expect(parsePreferences("max-affected=1")).toMatchObject({ maxAffected: undefined });
  expect(parsePreferences("handling=strict, max-affected=1")).toMatchObject({ maxAffected: 1 });
  expect(refusalOf(() => parsePreferences("handling=strict, foo, toString=x")).details).toBe(
    "Invalid preferences: foo, toString=x",
  );
});

test("the client gets the representation that it prefers", () => {
  expect(parseAccept("application/json;q=0.1, application/vnd.pgrst.object+json").single).toBe(true);
  expect(parseAccept("text/html, */*;q=0.1").single).toBe(false);
  expect(refusalOf(() => parseAccept("text/csv")).code).toBe("PGRST107");
});

describe("a body", () => {
  test.each([
    ['{"b":1,"a":2}', undefined, { isArray: false, rows: 1, columns: ["a", "b"] }],
    ['[{"a":1},{"a":2}]', undefined, { isArray: true, rows: 2, columns: ["a"] }],
    ["5", undefined, { json: "[]", isArray: true, rows: 0, columns: [] }],
    ["{bad", ["b", "a", "a"], { json: "{bad", isArray: false, rows: 0, columns: ["a", "b"] }],
    ["5", ["a"], { json: "[5]", isArray: true, rows: 1, columns: ["a"] }],
  ])("%s, for the columns %s, is parsed", (body, columns, expected) => {
    expect(parsePayload(body, undefined, columns)).toMatchObject(expected);
  });
  test.each(["", "{bad", '[{"a":1},{"b":1}]', "[1]"])("%s is refused", (body) => {
    expect(refusalOf(() => parsePayload(body, "application/json", undefined)).code).toBe("PGRST102");
  });
});

test("a query string is decoded, even if it is malformed", () => {
  expect(parseQueryString("a=1+2&b=%E0%B2%95;c&d=%zz%ff&e==")).toEqual([
    ["a", "1 2"],
    ["b", "ಕ"],
    ["d", "%zz\uFFFD"],
    ["e", "="],
  ]);
});

test("a request is parsed from its path, query and headers", () => {
  const request = parseRequest({
    method: "GET",
    path: "slots",
    query: "select=id&start_time=lt.2027&or=(id.eq.1)&order=id.desc&limit=1",
    headers: { "accept-profile": "public" },
    body: "",
  });
  expect(request).toMatchObject({
    kind: "read",
    target: "slots",
    select: ["id"],
    conditions: [{ kind: "group" }, { column: "start_time" }],
    order: [{ column: "id", direction: "desc" }],
    range: { first: 0, last: 0 },
    profile: "public",
  });
});

test.each([
  ["GET", "", "PGRST126"],
  ["GET", "a/b", "PGRST125"],
  ["PUT", "slots", "PGRST117"],
  ["DELETE", "rpc/f", "PGRST101"],
])("the request %s /%s is refused", (method, path, code) => {
  expect(refusalOf(() => parseRequest({ method, path, query: "", headers: {}, body: "" })).code).toBe(code);
});
