import { describe, expect, test } from "vitest";
import type { Refusal } from "../../errors/refusal.ts";
import type { Catalog, Column, Routine } from "../catalog.ts";

import { parseRequest } from "../parse/parse.ts";
import { resultLimitsFor } from "../request-limits.ts";
import { Runner } from "../run.ts";
import { StatementNames } from "../statement-names.ts";
import { findNearestName } from "./nearest-name.ts";
import { planRequest } from "./plan.ts";
import { failUnless, findRaisedRefusal } from "./statement.ts";

const column = (name: string, type: string): [string, Column] => [name, { name, type, default: null }];
const parameter = (name: string, isRequired = true) => ({
  name,
  type: "pg_catalog.int4",
  typeName: "integer",
  isRequired,
  isVariadic: false,
});
const routine = (parameters: Routine["parameters"], isVolatile = false): Routine => ({
  name: "area",
  parameters,
  returns: "value",
  rowName: "int4",
  isVolatile,
  neededRight: null,
});
const limits = { rows: 10, countedRows: 20 };
const catalog: Catalog = {
  tables: new Map([
    [
      "slots",
      {
        name: "slots",
        columns: new Map([column("id", "uuid"), column("note", "text"), column('a"b', "text")]),
        primaryKey: ["id"],
        writes: ["insert", "update", "delete"],
      },
    ],
  ]),
  functions: new Map([
    ["area", [routine([parameter("side")]), routine([parameter("width"), parameter("height", false)])]],
    ["change", [routine([], true)]],
    ["list", [{ ...routine([]), name: "list", returns: "rows" }]],
  ]),
};

function plan(method: string, address: string, body = "", headers: Record<string, string> = {}) {
  const [path = "", query = ""] = address.split("?");
  return planRequest(parseRequest({ method, path, query, headers, body }), catalog, limits);
}
function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return (error as Refusal).code;
  }
  throw new Error("expected a refusal");
}

test("values never become part of the statement's text", () => {
  const value = "'; drop table slots; --";
  const { text, values } = plan(
    "GET",
    `slots?note=eq.${value.replace(";", "%3B").replace(";", "%3B")}&id=in.(a,"b\\"")`,
  );
  expect(text).not.toContain("drop");
  expect(values).toEqual([value, '{"a","b\\""}']);
});

test("names are quoted, and end at a NUL", () => {
  const { text } = plan("GET", 'slots?select="a\\"b","x%00y"');
  expect(text).toContain('"public"."slots"."a""b", "public"."slots"."x" ');
});

test("requests that differ only in their values share a statement", () => {
  expect(plan("GET", "slots?id=eq.1&limit=1").text).toBe(plan("GET", "slots?id=eq.2&limit=7").text);
  expect(plan("GET", "slots?id=in.(1)").text).toBe(plan("GET", "slots?id=in.(1,2,3)").text);
});

describe("the number of rows", () => {
  test.each([
    ["slots", { maxRows: 10 }],
    ["slots?limit=500", { maxRows: 10 }],
    ["rpc/list", { text: expect.stringContaining("case when count(*) <= 10 then 0") }],
  ])("of %s is limited to one more than the maximum, which is refused", (address, refusal) => {
    const { text, values, ...rest } = plan("GET", address);
    expect(text).toContain(" limit 11) rest_row");
    expect({ text, ...rest }).toMatchObject(refusal);
    expect(values).toEqual([]);
  });

  test("beyond the maximum is refused after a read", async () => {
    const read = plan("GET", "slots");
    const run = (page: number) =>
      new Runner({
        asCaller: async () => ({ rows: [{ page, body: "[]" } as never], rowCount: 1 }),
      } as never).run({ role: "authenticated", claims: {} }, read);
    expect(await run(10)).toEqual({ page: 10, body: "[]" });
    await expect(run(11)).rejects.toMatchObject({ status: 400, code: "over_limit" });
  });

  test("is the requested one if that is smaller", () => {
    const { text, values } = plan("GET", "slots?limit=10&offset=3");
    expect(text).toContain(" limit $1 offset $2) rest_row");
    expect(values).toEqual(["10", "3"]);
  });

  test("that is counted is limited, too", () => {
    const count = { prefer: "count=exact" };
    expect(plan("GET", "slots?limit=1", "", count).text).toContain(
      'from (select from "public"."slots" limit 21) rest_counted',
    );
    expect(plan("HEAD", "slots", "", count).maxRows).toBe(20);
  });

  test("is unlimited for the secret key", () => {
    const unlimited = planRequest(
      parseRequest({ method: "GET", path: "slots", query: "", headers: {}, body: "" }),
      catalog,
      resultLimitsFor("service_role"),
    );
    expect(unlimited.text).not.toMatch(/limit|case/);
  });
});

describe("a write", () => {
  test("without a requested representation is the plain statement", () => {
    expect(plan("POST", "slots", '{"note":"x"}')).toMatchObject({
      text: 'insert into "public"."slots" ("note") select "note" from json_to_record($1) as rest_body("note" text)',
      values: ['{"note":"x"}'],
      returns: "tag",
    });
    expect(plan("DELETE", "slots?id=eq.1")).toMatchObject({
      text: 'delete from "public"."slots" where "public"."slots"."id" = $1',
      returns: "tag",
    });
  });

  test("returns only the requested columns and the primary key", () => {
    const { text } = plan("PATCH", "slots?select=note", '{"note":"x"}', { prefer: "return=representation" });
    expect(text).toContain('returning "public"."slots"."id", "public"."slots"."note"');
  });

  test("to an unknown column or table is refused without a query", () => {
    expect(codeOf(() => plan("POST", "slots", '{"other":1}'))).toBe("PGRST204");
    expect(codeOf(() => plan("POST", "slot", "{}"))).toBe("PGRST205");
  });
});

describe("a call", () => {
  test.each([
    ["side=1", "side"],
    ["width=1", "width"],
    ["height=1&width=1", "width"],
  ])("with %s finds the overload that accepts it", (query, name) => {
    expect(plan("GET", `rpc/area?${query}`).text).toContain(`"${name}" := rest_body."${name}"`);
  });
  test("with missing or unknown arguments finds none", () => {
    expect(codeOf(() => plan("GET", "rpc/area?height=1"))).toBe("PGRST202");
    expect(codeOf(() => plan("GET", "rpc/area?side=1&other=1"))).toBe("PGRST202");
  });
  test("of a volatile function requires POST", () => {
    expect(codeOf(() => plan("GET", "rpc/change"))).toBe("PGRST101");
    expect(() => plan("POST", "rpc/change")).not.toThrow();
  });
});

test("only our own statements can raise a refusal", () => {
  const marker = /'([^']+)' \|\| count/.exec(failUnless("true", "single"))?.[1];
  expect(findRaisedRefusal(`invalid input syntax for type integer: "${marker}2"`)).toMatchObject({
    code: "PGRST116",
    fields: { details: "The result contains 2 rows" },
  });
  expect(findRaisedRefusal('invalid input syntax for type integer: "single/2"')).toBeUndefined();
});

test("a write that PostgreSQL cannot carry out is refused without a query", () => {
  const table = { name: "joined", columns: new Map(), primaryKey: [], writes: ["delete"] as const };
  const views: Catalog = { tables: new Map([["joined", table]]), functions: new Map() };
  const write = (method: string) =>
    planRequest(parseRequest({ method, path: "joined", query: "", headers: {}, body: "{}" }), views, limits);
  expect(() => write("POST")).toThrow(
    expect.objectContaining({
      status: 405,
      headers: { allow: "GET, HEAD, DELETE" },
      fields: { details: "'joined' is a view that allows only GET, HEAD, DELETE.", hint: null },
    }),
  );
  expect(() => write("DELETE")).not.toThrow();
});

test("a misspelled name gets a suggestion", () => {
  expect(findNearestName("slot", ["plans", "slots"])).toBe("slots");
  expect(findNearestName("zzz", ["plans", "slots"])).toBeUndefined();
});

test("recurring statements get a name, but no more than 200 of them", () => {
  const names = new StatementNames();
  const run = (text: string) => names.recordSuccess(text, { role: "service_role", claims: {} });
  for (let i = 0; i < 3; i += 1) run("select 1");
  expect(names.find("select 1", "service_role")).toBeDefined();
  expect(names.find("select 1", "authenticated")).toBeUndefined();
  for (let i = 0; i < 5_000; i += 1) for (let j = 0; j < 3; j += 1) run(`select ${i} as other`);
  const given = Array.from({ length: 5_000 }, (_, i) => names.find(`select ${i} as other`, "service_role"));
  expect(new Set(given.filter(Boolean)).size).toBe(199);
});
