import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { createMember, type Member } from "../world/members.ts";
import { outputOf, sharedServer } from "../world/server.ts";

/** Every request is served or refused: none causes a server error, a hanging connection or a crash. */
const server = sharedServer();
let student: Member;
let logLength: number;
beforeAll(async () => {
  logLength = outputOf(server).length;
  student = await createMember(server, { profile: {} });
});

interface Attack {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

function send({ method, path, headers, body }: Attack): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(`${server.url}/rest/v1`, {
      method,
      path: `/rest/v1/${path}`,
      headers: {
        apikey: server.publishableKey,
        authorization: `Bearer ${student.token}`,
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
    });
    sent.on("error", reject);
    sent.on("response", (message) => {
      const chunks: Buffer[] = [];
      message.on("data", (chunk) => chunks.push(chunk));
      message.on("end", () =>
        resolve({ status: message.statusCode ?? 0, body: Buffer.concat(chunks).toString() }),
      );
    });
    sent.end(body);
  });
}

async function expectServedOrRefused(attack: Attack): Promise<number> {
  const { status, body } = await send(attack);
  expect(status).toBeLessThan(500);
  if (status >= 400 && attack.method !== "HEAD")
    expect(Object.keys(JSON.parse(body))).toEqual(["code", "details", "hint", "message"]);
  return status;
}

const get = (path: string): Attack => ({ method: "GET", path });
const nested = (open: string, inside: string, close: string, times: number) =>
  open.repeat(times) + inside + close.repeat(times);
const slot = (value: string | Buffer): Attack => ({ method: "POST", path: "slots", body: value });

describe("hostile requests", () => {
  test.each<[name: string, status: number, attack: Attack]>([
    ["a quote in a name", 400, get("slots?select=%22id%5C%22%3Bdrop%20table%20slots%3B--%22")],
    ["SQL in a value", 400, get("slots?id=eq.1;drop%20table%20slots")],
    ["SQL in an order", 400, get("slots?order=id);drop%20table%20slots;--")],
    ["SQL in a limit", 200, get("slots?limit=1;drop%20table%20slots")],
    ["SQL in a table name", 404, get("slots;drop%20table%20slots")],
    ["a NUL in a value", 400, get("slots?id=eq.%00")],
    ["a NUL in a column name", 400, get("slots?i%00d=eq.1")],
    ["a NUL in a table name", 404, get("slots%00")],
    ["bytes that are not UTF-8", 400, get("slots?id=eq.%ff%fe")],
    ["a path that leaves the folder", 404, get("..%2f..%2fetc%2fpasswd")],
    ["a system catalog", 404, get("pg_catalog.pg_authid")],
    ["another schema", 404, get("auth.users")],
    ["a quoted schema", 404, get("%22auth%22.%22users%22")],
    ["a thousand brackets", 400, get(`slots?or=${nested("(and", "", ")", 1_000)}`)],
    ["deeply nested groups", 400, get(`slots?and=(${nested("and(", "id.is.null", ")", 200)})`)],
    ["deeply nested embedding", 400, get(`slots?select=${nested("slots(", "id", ")", 500)}`)],
    ["a thousand filters", 400, get(`slots?${"id=is.null&".repeat(1_000)}select=id`)],
    ["a thousand columns", 400, get(`slots?select=${"id,".repeat(1_000)}id`)],
    ["a thousand orders", 400, get(`slots?order=${"id,".repeat(1_000)}id`)],
    ["a long list", 400, get(`slots?start_time=in.(${"2027-01-01,".repeat(1_000)}2027-01-01)`)],
    ["very long numbers", 400, get(`slots?limit=${"9".repeat(400)}&offset=${"9".repeat(400)}`)],
    ["a pathological regular expression", 403, get("profiles?first_name=match.((((a*)*)*)*)*%5C")],
    ["an invalid UUID", 400, get("slots?id=eq.not-a-uuid")],
    ["a prototype in the body", 400, slot('{"__proto__":{"user_id":1},"constructor":1}')],
    ["a prototype as argument", 403, { method: "POST", path: "rpc/assign_plan", body: '{"__proto__":1}' }],
    ["a prototype as table", 404, get("__proto__")],
    ["a prototype as function", 404, get("rpc/constructor?toString=1")],
    ["truncated JSON", 400, slot('{"user_id":')],
    ["an empty list", 201, slot(nested("[", "", "]", 1))],
    [
      "JSON that is too deep",
      413,
      { method: "POST", path: "profiles?columns=id", body: nested("[", "", "]", 100_000) },
    ],
    ["a binary body", 400, slot(Buffer.from([0xff, 0xfe, 0x00, 0x7b]))],
    ["an escaped NUL", 400, slot('{"start_time":"\\u0000"}')],
    ["half a surrogate pair", 400, slot('{"start_time":"\\ud800"}')],
    ["a number too large", 400, slot('{"start_time":1e999}')],
    ["the last possible time", 400, slot('{"start_time":"294277-01-01","end_time":"infinity"}')],
    ["a body over the size limit", 413, slot(`"${"x".repeat(1_100_000)}"`)],
    [
      "a form as the body",
      400,
      { ...slot("a=b"), headers: { "content-type": "application/x-www-form-urlencoded" } },
    ],
    ["a malformed content type", 400, { ...slot("{}"), headers: { "content-type": "gar;;bage" } }],
    [
      "malformed preferences",
      200,
      { ...get("slots"), headers: { prefer: "count=exact=exact, , =, return" } },
    ],
    ["a thousand preferences", 200, { ...get("slots"), headers: { prefer: "a=b, ".repeat(1_000) } }],
    [
      "a very high row limit",
      204,
      { method: "DELETE", path: "slots", headers: { prefer: "handling=strict, max-affected=99999" } },
    ],
    ["an invalid schema", 406, { ...get("slots"), headers: { "accept-profile": 'public"; drop' } }],
    ["a role in a header", 200, { ...get("slots"), headers: { role: "service_role", "x-role": "postgres" } }],
    ["an unknown method", 405, { method: "PROPFIND", path: "slots" }],
    ["the method PUT", 405, { method: "PUT", path: "slots?id=eq.1", body: "{}" }],
  ])("with %s get the status %i", async (_name, status, attack) => {
    expect(await expectServedOrRefused(attack)).toBe(status);
  });

  test("with an address that cannot be decoded are refused", async () => {
    expect((await send(get("%zz"))).status).toBe(400);
    expect((await send(get("slots?id=eq.%zz"))).status).toBe(400);
  });

  test("with random content are served or refused", async () => {
    const text = fc.oneof(
      fc.string({ maxLength: 20 }),
      fc.string({ unit: "grapheme", maxLength: 10 }),
      fc.constantFrom(
        "eq.1",
        "in.(",
        "or",
        "and",
        "select",
        "order",
        "(",
        "not.",
        "->",
        "*",
        "::",
        "id",
        "user_id",
        "rpc/",
        "%00",
        "\\",
        '"',
      ),
    );
    const words = fc.array(text, { maxLength: 4 }).map((parts) => encodeURIComponent(parts.join("")));
    const attack = fc.record({
      method: fc.constantFrom("GET", "HEAD", "POST", "PATCH", "DELETE"),
      table: fc.oneof(
        {
          weight: 5,
          arbitrary: fc.constantFrom("slots", "profiles", "plans", "busy_slots", "rpc/assign_plan"),
        },
        words,
      ),
      query: fc.array(
        fc.tuple(
          fc.oneof(words, fc.constantFrom("select", "order", "id", "or", "limit", "columns", "on_conflict")),
          words,
        ),
        { maxLength: 4 },
      ),
      body: fc.oneof(fc.json(), fc.string(), fc.constant('{"id":"x"}')),
      prefer: fc.constantFrom(
        "",
        "return=representation",
        "resolution=merge-duplicates",
        "missing=default, handling=strict",
        "tx=rollback",
      ),
      accept: fc.constantFrom("*/*", "application/vnd.pgrst.object+json", "x/y"),
    });
    const property = fc.asyncProperty(attack, async ({ method, table, query, body, prefer, accept }) => {
      const pairs = query.map(([name, value]) => `${name}=${value}`).join("&");
      const hasBody = method === "POST" || method === "PATCH";
      await expectServedOrRefused({
        method,
        path: `${table}?${pairs}`,
        headers: { prefer, accept },
        ...(hasBody && { body }),
      });
    });
    await fc.assert(property, { seed: 20_261_120, numRuns: 400 });
  });
});

test("a connection that breaks in the middle of a body does not affect the next request", async () => {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  const head = [
    "POST /rest/v1/slots HTTP/1.1",
    "host: x",
    `apikey: ${server.publishableKey}`,
    "content-type: application/json",
    "content-length: 1000",
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n{"user_id":`);
  socket.destroy();
  expect((await send(get("slots"))).status).toBe(200);
});

test("after all these requests the tables are intact, and the log has no error", async () => {
  const { data, error } = await student.client.from("profiles").select("first_name").single();
  expect({ data, error }).toEqual({ data: { first_name: "Asha" }, error: null });
  expect(outputOf(server).slice(logLength)).not.toMatch(/"level":(50|60)/);
});
