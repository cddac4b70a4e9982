import { decodeJwt, type JWTPayload } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { createMember, type Member, signToken } from "../world/members.ts";
import { sharedServer } from "../world/server.ts";

/** Odd requests of callers who are signed in: each is refused as the caller's mistake, not as the server's. */
const server = sharedServer();
let student: Member;
let admin: Member;
beforeAll(async () => {
  student = await createMember(server, { profile: {} });
  admin = await createMember(server, { isAdmin: true });
});

async function send(path: string, key: string, init: RequestInit = {}) {
  const response = await fetch(server.url + path, {
    ...init,
    headers: {
      apikey: server.publishableKey,
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
    },
  });
  const text = await response.text();
  return { status: response.status, allow: response.headers.get("allow"), body: text && JSON.parse(text) };
}

describe("a write to a view", () => {
  const WRITES = [
    ["POST", ""],
    ["PATCH", "?user_id=eq.00000000-0000-4000-8000-000000000000"],
    ["DELETE", "?user_id=eq.00000000-0000-4000-8000-000000000000"],
  ] as const;

  test.each(WRITES)("that joins tables is refused: %s", async (method, query) => {
    for (const key of [student.token, admin.token, server.secretKey, server.publishableKey]) {
      const body = method === "DELETE" ? {} : { body: '{"active":false}' };
      expect(await send(`/rest/v1/busy_slots`, key, { method, ...body })).toMatchObject({ status: 405 });
      expect(await send(`/rest/v1/user_plans_with_profiles${query}`, key, { method, ...body })).toEqual({
        status: 405,
        allow: "GET, HEAD",
        body: {
          code: "PGRST117",
          details: "'user_plans_with_profiles' is a view that can only be read.",
          hint: null,
          message: `Unsupported HTTP method: ${method}`,
        },
      });
    }
  });
});

describe.each<[claim: string, claims: JWTPayload]>([
  ["a subject that is no UUID", { sub: "somebody" }],
  ["an empty subject", { sub: "" }],
  ["a subject with a NUL", { sub: "a1b2c3d4-0000-4000-8000-00000000000\0" }],
  ["a subject that nobody has", { sub: "a1b2c3d4-0000-4000-8000-00000000ffff" }],
  ["a subject with SQL", { sub: "'; drop table slots; --" }],
  ["a number as subject", { sub: 7 as never }],
  ["a list as subject", { sub: ["a", "b"] as never }],
  ["a session that is no UUID", { session_id: "here" }],
  ["an object as session", { session_id: { id: 1 } }],
  ["no session", { session_id: undefined }],
])("a valid token with %s", (_claim, claims) => {
  test.each([
    "/rest/v1/slots",
    "/rest/v1/rpc/list_students",
    "/storage/v1/object/list/user-documents",
    "/functions/v1/check-admin",
    "/auth/v1/user",
  ])("is refused by %s", async (path) => {
    const token = await signToken(server, { ...decodeJwt(student.token), ...claims });
    const isPost = path.includes("/object/list/") || path.includes("/functions/");
    const { status } = await send(path, token, isPost ? { method: "POST", body: '{"prefix":""}' } : {});
    expect([401, 403]).toContain(status);
  });
});
