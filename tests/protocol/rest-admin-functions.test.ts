import { beforeAll, describe, expect, test } from "vitest";
import { createMember, type Member } from "../world/members.ts";
import { sharedServer } from "../world/server.ts";
import { queryAt } from "../world/sql.ts";

/** The right to call a function for admins is checked before anything of the request is parsed. */
const server = sharedServer();
let people: Record<"student" | "former admin" | "admin", Member>;
beforeAll(async () => {
  people = {
    student: await createMember(server, { profile: {} }),
    "former admin": await createMember(server, { isAdmin: true }),
    admin: await createMember(server, { isAdmin: true }),
  };
  await queryAt(server.databaseUrl, "delete from private.admins where user_id = $1", [
    people["former admin"].id,
  ]);
});

async function call(path: string, token: string, init: RequestInit = {}) {
  const response = await fetch(`${server.url}/rest/v1/rpc/${path}`, {
    ...init,
    headers: {
      apikey: server.publishableKey,
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      ...init.headers,
    },
  });
  return { status: response.status, body: (await response.json()) as { code: string; message: string } };
}

const post = (body: string, headers: Record<string, string> = {}): RequestInit => ({
  method: "POST",
  body,
  headers,
});

/** Each was refused for its content, or computed, before the caller's rights were checked. */
const MALFORMED: readonly (readonly [name: string, query: string, init: RequestInit])[] = [
  ["a page that is no number", "", post('{"page":"many"}')],
  ["a page beyond all integers", "", post('{"page":1e99}')],
  ["an unknown status", "", post('{"status":"?","sort":"?","action_filter":"?"}')],
  ["an unknown argument", "", post('{"nosuch":1}')],
  ["half a JSON", "", post('{"page":')],
  ["no JSON", "", post("page=1", { "content-type": "application/x-www-form-urlencoded" })],
  ["a list instead of arguments", "", post("[[[]]]")],
  ["a search of half a megabyte", "", post(JSON.stringify({ search: "a ".repeat(250_000) }))],
  ["a page in the address that is no number", "?page=many", {}],
  ["a malformed filter", "?email=nosuch.1", post("{}")],
  ["a malformed order", "?order=!", post("{}")],
  ["an unknown schema", "", post("{}", { "content-profile": "nowhere" })],
  ["a response type that does not exist", "", post("{}", { accept: "image/png" })],
  ["unknown preferences", "", post("{}", { prefer: "handling=strict, nosuch" })],
  ["a method without a meaning", "", { method: "DELETE" }],
];

describe.each(["list_students", "list_audit_log"])("%s", (name) => {
  test.each(MALFORMED)(
    "with %s refuses a student for the missing right alone",
    async (_name, query, init) => {
      for (const who of ["student", "former admin"] as const)
        expect(await call(name + query, people[who].token, init)).toEqual({
          status: 403,
          body: {
            code: "42501",
            details: null,
            hint: null,
            message: "You are not authorized to access this page",
          },
        });
    },
  );

  test.each(MALFORMED)(
    "with %s refuses a visitor for the missing right alone",
    async (_name, query, init) => {
      expect(await call(name + query, server.publishableKey, init)).toEqual({
        status: 401,
        body: { code: "42501", details: null, hint: null, message: `permission denied for function ${name}` },
      });
    },
  );

  test("tells an admin and the secret key what is wrong with their arguments", async () => {
    for (const key of [people.admin.token, server.secretKey]) {
      expect((await call(name, key, post('{"page":"many"}'))).body.code).toBe("22P02");
      expect((await call(name, key, post('{"nosuch":1}'))).body.code).toBe("PGRST202");
      expect((await call(name, key, post("{}"))).status).toBe(200);
    }
  });
});

test("every function that needs a right refuses a student before it parses the arguments", async () => {
  const functions = await queryAt<{ name: string }>(
    server.databaseUrl,
    `select proname as name from pg_proc
     where pronamespace = 'public'::regnamespace and obj_description(oid, 'pg_proc') ~ '^(For admins only|Needs the right to .*)\\.$'`,
  );
  expect(functions.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["assign_plan", "count_audience", "list_campaigns", "pause_campaign"]),
  );
  for (const { name } of functions)
    expect([name, (await call(name, people.student.token, post("{"))).status]).toEqual([name, 403]);
});
