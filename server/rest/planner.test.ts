import { expect, test } from "vitest";
import type { ApiRole } from "../postgres/database.ts";
import type { Catalog } from "./catalog.ts";
import type { IncomingRequest } from "./parse/parse.ts";
import { Planner } from "./planner.ts";

const createCatalog = (): Catalog => ({
  tables: new Map(
    ["slots", "plans"].map((name) => [
      name,
      {
        name,
        columns: new Map(
          ["id", "note"].map((column) => [column, { name: column, type: "text", default: null }]),
        ),
        primaryKey: ["id"],
        writes: ["insert", "update", "delete"],
      },
    ]),
  ),
  functions: new Map(),
});
const catalog = createCatalog();

const READ: IncomingRequest = { method: "GET", path: "slots", query: "id=eq.1", headers: {}, body: "" };
type Input = readonly [request: Partial<IncomingRequest>, role?: ApiRole, catalog?: Catalog];
const plan = (planner: Planner, [request, role = "authenticated", tables = catalog]: Input) => {
  const planned = planner.plan({ ...READ, ...request }, role, tables);
  return { request: planned.request, plan: planned.plan };
};

test("a repeated read is planned once", () => {
  const planner = new Planner();
  const first = plan(planner, [{ headers: { accept: "*/*", authorization: "Bearer one" } }]);
  const second = plan(planner, [{ headers: { accept: "*/*", authorization: "Bearer other" } }]);
  expect(second.plan).toBe(first.plan);
});

test.each<[string, Input]>([
  ["another value", [{ query: "id=eq.2" }]],
  ["another table", [{ path: "plans" }]],
  ["the method HEAD", [{ method: "HEAD" }]],
  ["another role", [{}, "service_role"]],
  ["another catalog", [{}, "authenticated", createCatalog()]],
  ["another media type", [{ headers: { accept: "application/vnd.pgrst.object+json" } }]],
  ["a schema", [{ headers: { "accept-profile": "public" } }]],
  ["a preference", [{ headers: { prefer: "count=exact" } }]],
  ["a range", [{ headers: { range: "0-1" } }]],
])("a read with %s has a plan of its own, before and after the other", (_difference, other) => {
  const planner = new Planner();
  for (const input of [other, [{}], other, [{}]] as const)
    expect(plan(planner, input)).toEqual(plan(new Planner(), input));
  expect(plan(planner, other).plan).not.toBe(plan(planner, [{}]).plan);
});

test.each([
  ["a table that does not exist", { path: "nothing" }, "PGRST205"],
  ["an unknown schema", { headers: { "accept-profile": "private" } }, "PGRST106"],
  ["a regular expression", { query: "note=match.a" }, "secret_key_only"],
])("a read of %s is refused each time", (_name, request, code) => {
  const planner = new Planner();
  for (let attempt = 0; attempt < 2; attempt++)
    expect(() => plan(planner, [request])).toThrow(expect.objectContaining({ code }));
  expect(planner.size).toBe(0);
});

test("a write is planned each time", () => {
  const planner = new Planner();
  const values = ["a", "b"].map((note) => {
    const request = { method: "POST", query: "", body: JSON.stringify({ note }) };
    return plan(planner, [request]).plan.values;
  });
  expect(values).toEqual([['{"note":"a"}'], ['{"note":"b"}']]);
  expect(planner.size).toBe(0);
});

test("its memory is bounded: it keeps a thousand short reads", () => {
  const planner = new Planner();
  for (let id = 0; id < 1_500; id++) plan(planner, [{ query: `id=eq.${id}` }]);
  expect(planner.size).toBe(1_000);
  const short = new Planner();
  plan(short, [{ query: `id=eq.${"1".repeat(500)}` }]);
  plan(short, [{ headers: { prefer: "x".repeat(500) } }]);
  expect(short.size).toBe(0);
});
