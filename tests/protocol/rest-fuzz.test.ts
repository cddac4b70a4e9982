import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMember, createStudent } from "../world/members.ts";
import { outputOf, type RunningServer, startServer } from "../world/server.ts";
import { queryAt } from "../world/sql.ts";

/** A server of its own, because the secret key may change and delete everything. */
let server: RunningServer;
let keys: readonly string[];
let names: Record<"tables" | "columns" | "functions" | "arguments", readonly string[]>;
beforeAll(async () => {
  server = await startServer();
  const [student, admin] = [
    await createStudent(server),
    await createMember(server, { isAdmin: true, profile: {} }),
  ];
  keys = [student.token, admin.token, server.secretKey, server.publishableKey];
  names = {
    tables: await namesOf(
      "select relname as name from pg_class where relkind in ('r', 'v') and relnamespace = 'public'::regnamespace",
    ),
    columns: await namesOf(
      "select distinct column_name as name from information_schema.columns where table_schema = 'public'",
    ),
    functions: await namesOf(
      "select proname as name from pg_proc where pronamespace = 'public'::regnamespace",
    ),
    arguments: await namesOf(
      "select distinct unnest(proargnames) as name from pg_proc where pronamespace = 'public'::regnamespace",
    ),
  };
});
afterAll(() => server?.stop());

async function namesOf(text: string): Promise<string[]> {
  const rows = await queryAt<{ name: string }>(server.databaseUrl, `${text} order by 1`);
  return rows.map(({ name }) => name);
}

const VALUES = [
  "1",
  "-1",
  "x",
  "",
  "null",
  "true",
  "infinity",
  "-infinity",
  "NaN",
  "1e999",
  "2147483648",
  "9223372036854775808",
  "00000000-0000-4000-8000-000000000000",
  "2027-01-02T04:30:00Z",
  "294276-12-31",
  "4714-01-01 BC",
  "epoch",
  "{}",
  "{a,b}",
  "{{1},{2}}",
  "[1,2)",
  "empty",
  "\\",
  "'",
  '"',
  "%",
  "\u0000",
  "\ud800",
  "ಕನ್ನಡ",
  "a".repeat(300),
] as const;
const OPERATORS = (
  "eq neq gt lt gte lte like ilike match imatch is in isdistinct cs cd ov sl sr nxr nxl adj fts plfts phfts wfts " +
  "eq(any) lt(all) like(any) fts(english) fts(nosuch) not.eq not.in not.is nosuch"
).split(" ");
const HEADERS: Record<string, readonly string[]> = {
  prefer: [
    "return=representation",
    "return=headers-only, count=exact",
    "resolution=merge-duplicates",
    "resolution=ignore-duplicates, return=representation",
    "missing=default",
    "missing=default, return=representation, resolution=merge-duplicates",
    "count=planned",
    "handling=strict, max-affected=0",
    "handling=strict, nosuch",
    "tx=rollback",
  ],
  accept: [
    "application/vnd.pgrst.object+json",
    "application/vnd.pgrst.array+json;nulls=stripped",
    "text/csv",
    "*/*;q=x",
    ",",
  ],
  range: ["0-0", "5-", "9-3", "x", "0-99999999999999999999"],
  "content-profile": ["public", "auth", ""],
  "accept-profile": ["public", "pg_catalog", ""],
  "content-type": ["application/json", "application/json; charset=x", "text/plain", "x"],
  "x-http-method-override": ["DELETE"],
  "content-encoding": ["gzip"],
};

const value = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<string>(...VALUES) },
  fc.string({ maxLength: 12 }),
);
const name = (list: readonly string[]) =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...list) },
    fc.constantFrom("nosuch", "*", '"', "ctid", "tableoid"),
  );
/** encodeURIComponent throws for half a surrogate pair. */
const LONE_SURROGATE = /\p{Surrogate}/gu;
const encoded = (text: string) => encodeURIComponent(text.replaceAll(LONE_SURROGATE, ""));

function queryOf(columns: readonly string[]): fc.Arbitrary<string> {
  const column = name(columns);
  const condition = fc
    .tuple(fc.constantFrom(...OPERATORS), fc.array(value, { minLength: 1, maxLength: 3 }))
    .map(([operator, values]) =>
      operator.endsWith("in") ? `${operator}.(${values.join(",")})` : `${operator}.${values[0]}`,
    );
  const list = fc.array(column, { minLength: 1, maxLength: 4 }).map((items) => items.join(","));
  const parameter = fc.oneof(
    fc.tuple(column, condition).map(([key, text]) => [key, text] as const),
    fc
      .array(fc.tuple(column, condition), { minLength: 1, maxLength: 3 })
      .map((parts) => ["or", `(${parts.map((part) => part.join(".")).join(",")})`] as const),
    list.map((text) => ["select", text] as const),
    fc
      .tuple(list, fc.constantFrom("", ".desc", ".nullslast"))
      .map(([text, end]) => ["order", text + end] as const),
    fc.tuple(fc.constantFrom("limit", "offset"), value),
    fc.tuple(fc.constantFrom("columns", "on_conflict"), list),
  );
  return fc
    .array(parameter, { maxLength: 4 })
    .map((pairs) => pairs.map(([key, text]) => `${encoded(key)}=${encoded(text)}`).join("&"));
}

function bodyOf(columns: readonly string[]): fc.Arbitrary<string> {
  const field = fc.oneof(
    { weight: 5, arbitrary: value },
    { weight: 2, arbitrary: fc.constantFrom(null, true, 0, -1, 1.5, 1e300, Number.MAX_SAFE_INTEGER) },
    fc.jsonValue({ maxDepth: 2 }),
  );
  const row = fc.dictionary(name(columns), field, { maxKeys: 6 });
  return fc.oneof(
    { weight: 6, arbitrary: row.map((fields) => JSON.stringify(fields)) },
    { weight: 2, arbitrary: fc.array(row, { maxLength: 3 }).map((rows) => JSON.stringify(rows)) },
    { weight: 1, arbitrary: fc.constantFrom("", "{", "[[]]", "null", "[1]", '"x"', '{"a":1}{', "\ufeff{}") },
    { weight: 1, arbitrary: fc.json() },
  );
}

test("hostile methods, tables, functions, bodies and headers never cause an error of the server", async () => {
  const headers = fc
    .array(fc.constantFrom(...Object.keys(HEADERS)), { maxLength: 3 })
    .chain((chosen) =>
      fc.record(
        Object.fromEntries(chosen.map((header) => [header, fc.constantFrom(...(HEADERS[header] ?? [""]))])),
      ),
    );
  const isCall = fc.boolean();
  const request = isCall.chain((call) =>
    fc.record({
      method: fc.constantFrom("GET", "HEAD", "POST", "PATCH", "DELETE", "PUT"),
      path: name(call ? names.functions : names.tables).map(
        (target) => (call ? "rpc/" : "") + encoded(target),
      ),
      query: queryOf(call ? [...names.arguments, ...names.columns] : names.columns),
      body: bodyOf(call ? names.arguments : names.columns),
      headers,
      caller: fc.nat({ max: 3 }),
    }),
  );
  const statuses = new Set<number>();
  const property = fc.asyncProperty(request, async ({ method, path, query, body, headers, caller }) => {
    const response = await fetch(`${server.url}/rest/v1/${path}?${query}`, {
      method,
      headers: {
        apikey: server.publishableKey,
        authorization: `Bearer ${keys[caller]}`,
        "content-type": "application/json",
        ...headers,
      },
      ...(method !== "GET" && method !== "HEAD" && { body }),
    });
    const text = await response.text();
    statuses.add(response.status);
    expect(response.status, text).toBeLessThan(500);
  });
  await fc.assert(property, {
    seed: 20_261_122,
    numRuns: 1_000,
    endOnFailure: true,
    // Few random rows fit a table, and each new table makes them fewer.
    examples: [[{ method: "POST", path: "plans", query: "", body: "[]", headers: {}, caller: 2 }]],
  });

  // Requests that are all refused for the same reason would prove little.
  for (const status of [200, 201, 204, 400, 401, 403, 404, 405, 406]) expect(statuses).toContain(status);
  expect(outputOf(server)).not.toMatch(/"level":(50|60)/);
});
