import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createDatabase, type TestDatabase } from "../world/cluster.ts";
import { createMember, type Member } from "../world/members.ts";
import { type RunningServer, startServer } from "../world/server.ts";

/** Each attack costs one request, and each is refused before or by its statement. */
const MAX_ROWS = 1_000;
const MAX_COUNTED = 200_000;

let database: TestDatabase;
let server: RunningServer;
let student: Member;
beforeAll(async () => {
  database = await createDatabase();
  // A table without policies, because a student's own rows are too few to cost anything.
  await database.query(`
    create table public.many (id int primary key, name text);
    insert into public.many select n, repeat('a', 60) from generate_series(1, ${MAX_COUNTED}) n;
    create function public.list_many(count int) returns setof public.many language sql stable
      begin atomic select * from public.many where id <= count; end;
    grant select on public.many to authenticated, service_role;
    grant execute on function public.list_many(int) to authenticated, service_role`);
  server = await startServer({ databaseUrl: database.url });
  student = await createMember(server, { profile: {} });
});
afterAll(async () => {
  await server?.stop();
  await database?.drop();
});

interface Reply {
  readonly status: number;
  readonly range: string | null;
  readonly retryAfter: string | null;
  readonly rows: number;
  readonly error: { code: string; message: string; hint: string } | undefined;
}

async function request(query: string, options: RequestInit & { key?: string } = {}): Promise<Reply> {
  const { key = student.token, headers, ...init } = options;
  const common = { apikey: server.publishableKey, "content-type": "application/json" };
  const response = await fetch(`${server.url}/rest/v1/${query}`, {
    ...init,
    headers: { ...common, authorization: `Bearer ${key}`, ...headers },
  });
  const text = await response.text();
  const body = text === "" ? [] : JSON.parse(text);
  return {
    status: response.status,
    range: response.headers.get("content-range"),
    retryAfter: response.headers.get("retry-after"),
    rows: Array.isArray(body) ? body.length : 0,
    error: Array.isArray(body) ? undefined : body,
  };
}

const withSecretKey = () => ({ key: server.secretKey });
const list = (count: number, item: (n: number) => unknown) =>
  Array.from({ length: count }, (_, n) => item(n)).join(",");
const EXACT = { headers: { prefer: "count=exact" } };

describe("a regular expression, which can take exponential time", () => {
  test.each([
    "many?name=match.(a*)*b",
    "many?name=imatch.(a*)*b",
    "many?or=(id.eq.1,and(id.gt.1,name.not.match.a))",
    "rpc/list_many?count=9&name=match.a",
  ])("is refused with words in %s", async (query) => {
    expect(await request(query)).toMatchObject({
      status: 403,
      error: {
        code: "secret_key_only",
        message: "Only the secret key may use the operators match and imatch.",
        hint: "Use like or ilike instead.",
      },
    });
  });

  test("is refused for updates and deletions", async () => {
    for (const method of ["PATCH", "DELETE"])
      expect(await request("slots?id=match.a", { method, body: "{}" })).toMatchObject({
        status: 403,
        error: { code: "secret_key_only" },
      });
  });

  test("works with the secret key", async () => {
    expect(await request("many?name=match.^a{60}$&id=lt.3", withSecretKey())).toMatchObject({
      status: 200,
      rows: 2,
    });
  });
});

describe("a large result", () => {
  test.each([
    ["many?id=lte.1000", MAX_ROWS],
    ["many?limit=1000", MAX_ROWS],
    ["rpc/list_many?count=1000", MAX_ROWS],
    ["many?id=lte.5&limit=99999", 5],
  ])("of %s is returned", async (query, rows) => {
    expect(await request(query)).toMatchObject({ status: 200, rows });
  });

  test.each(["many", "many?limit=1001", "many?id=lte.1001", "rpc/list_many?count=1001", "many?offset=7"])(
    "of %s is refused, with the way to read it in pages",
    async (query) => {
      expect(await request(query)).toMatchObject({
        status: 400,
        error: {
          code: "over_limit",
          message: "The result has more than 1000 rows.",
          hint: "Read it page by page, with limit and offset or the header Range.",
        },
      });
    },
  );

  test("is returned to the secret key", async () => {
    expect(await request("many?id=lte.5000", withSecretKey())).toMatchObject({ status: 200, rows: 5_000 });
  });
});

describe("a count", () => {
  test("of the maximum is exact", async () => {
    const options = { method: "HEAD", ...EXACT };
    expect(await request("many?limit=10", options)).toMatchObject({ status: 206, range: "0-9/200000" });
    expect(await request("many", options)).toMatchObject({ status: 200, range: "0-199999/200000" });
  });

  test.each([
    ["exact", "many?limit=10"],
    ["planned", "many?limit=10"],
    ["estimated", "many?limit=10&offset=199999"],
  ])("=%s of more rows is refused", async (kind, query) => {
    await database.query("insert into public.many values (0, 'one more')");
    try {
      const headers = { prefer: `count=${kind}` };
      expect(await request(query, { headers })).toMatchObject({
        status: 400,
        error: { code: "over_limit", hint: "Use narrower filters, or leave out the preference count." },
      });
      expect(await request(query, { headers, ...withSecretKey() })).toMatchObject({ status: 206 });
    } finally {
      await database.query("delete from public.many where id = 0");
    }
  });
});

test("a request at every bound at once is served", async () => {
  const parameters = [
    `select=${list(100, () => "name")}`,
    `order=${list(20, (n) => (n % 2 ? "id.desc" : "name"))}`,
    `id=in.(${list(1_000, (n) => n)})`,
    `name=like.${"*a".repeat(100)}`,
    `or=(${list(98, () => "id.gt.0")})`,
    "limit=1000",
  ];
  expect(await request(`many?${parameters.join("&")}`)).toMatchObject({ status: 200, rows: 0 });
});

test("a request that waits too long ends with 504 and the time to retry", async () => {
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  try {
    await owner.query("begin");
    await owner.query("select from public.profiles where id = $1 for update", [student.id]);
    const options = { method: "PATCH", body: '{"city":"Mysuru"}' };
    expect(await request(`profiles?id=eq.${student.id}`, options)).toMatchObject({
      status: 504,
      retryAfter: "1",
      error: { code: "57014", message: "canceling statement due to statement timeout" },
    });
  } finally {
    await owner.end();
  }
});
