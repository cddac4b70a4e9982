import { describe, expect, test } from "vitest";
import { callAuth, NEW_ERROR_SHAPE } from "../world/auth-calls.ts";
import { DOCUMENTS, documentPath } from "../world/documents.ts";
import { createMember, createStudent, type Member, signToken } from "../world/members.ts";
import { grantAdmin, revokeAdmin, UG_CET_ADVANCED } from "../world/people.ts";
import { sharedServer } from "../world/server.ts";
import { queryAt } from "../world/sql.ts";
import { callStorage, remove, sendJson, upload } from "../world/storage-calls.ts";

const server = sharedServer();
const query = (text: string, values: unknown[]) => queryAt(server.databaseUrl, text, values);

interface Call {
  readonly path: string;
  readonly method?: string;
  readonly body?: (member: Pick<Member, "id">) => unknown;
}

/** A request of each kind: reading, writing, and what the services do on behalf of a caller. */
const CALLS = {
  "reads their slots": { path: "/rest/v1/slots?select=id" },
  "opens a page": { path: "/rest/v1/rpc/own_overview" },
  "assigns a plan": {
    path: "/rest/v1/rpc/assign_plan",
    method: "POST",
    body: ({ id }) => ({ student: id, ...UG_CET_ADVANCED }),
  },
  "lists their documents": {
    path: "/storage/v1/object/list/documents",
    method: "POST",
    body: ({ id }) => ({ prefix: id }),
  },
  "asks whether they are an admin": { path: "/functions/v1/check-admin", method: "POST" },
  "previews a mail": {
    path: "/functions/v1/preview-email",
    method: "POST",
    body: () => ({ subject: "Round one", body: "Hello" }),
  },
  "reads their account": { path: "/auth/v1/user" },
} as const satisfies Record<string, Call>;

const ENDED = {
  "www-authenticate": 'Bearer error="invalid_token", error_description="The session has ended"',
};
const TEXT = "Your session has ended. Please log in again.";

async function send(name: keyof typeof CALLS, member: Pick<Member, "id">, token: string) {
  const { path, method = "GET", body }: Call = CALLS[name];
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: {
      apikey: server.publishableKey,
      authorization: `Bearer ${token}`,
      ...NEW_ERROR_SHAPE,
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body(member)) }),
  });
  const text = await response.text();
  const challenge = response.headers.get("www-authenticate");
  return { status: response.status, challenge, body: text === "" ? undefined : JSON.parse(text) };
}

/** The shape of each service's protocol. */
const REFUSALS = {
  rest: { status: 401, challenge: ENDED["www-authenticate"], body: { code: "MG001", message: TEXT } },
  storage: { status: 401, challenge: ENDED["www-authenticate"], body: { statusCode: "401", message: TEXT } },
  functions: { status: 401, challenge: ENDED["www-authenticate"], body: { code: 401, message: TEXT } },
  auth: {
    status: 403,
    challenge: null,
    body: { code: expect.stringMatching(/^(session_not_found|user_not_found|user_banned)$/) },
  },
};

const ENDINGS: Readonly<Record<string, (member: Member) => Promise<unknown>>> = {
  "has logged out": ({ token }) =>
    callAuth(server, "/logout", { method: "POST", headers: { authorization: `Bearer ${token}` } }),
  "was deleted": ({ id }) => query("delete from auth.users where id = $1", [id]),
  "was banned": ({ id }) => query("update auth.users set banned_until = 'infinity' where id = $1", [id]),
};

describe.each(Object.keys(ENDINGS))("an admin who %s", (ending) => {
  test.each(Object.keys(CALLS) as (keyof typeof CALLS)[])(
    "%s: refused with the next request",
    async (name) => {
      const admin = await createMember(server, { isAdmin: true, profile: {} });
      expect((await send(name, admin, admin.token)).status).toBeLessThan(300);
      await ENDINGS[ending]?.(admin);
      const service = CALLS[name].path.split("/")[1] as keyof typeof REFUSALS;
      expect(await send(name, admin, admin.token)).toMatchObject(REFUSALS[service]);
    },
  );
});

test("a student who has logged out neither uploads nor opens nor shares nor removes a document", async () => {
  const student = await createStudent(server);
  const name = documentPath(student);
  const path = `/object/${DOCUMENTS}/${name}`;
  expect((await upload(server, student, name)).status).toBe(200);
  await ENDINGS["has logged out"]?.(student);
  const responses = await Promise.all([
    upload(server, student, documentPath(student)),
    callStorage(server, student, path),
    sendJson(server, student, `/object/sign/${DOCUMENTS}/${name}`, { expiresIn: 60 }),
    sendJson(server, student, `/object/sign/${DOCUMENTS}`, { expiresIn: 60, paths: [name] }),
    remove(server, student, name),
  ]);
  for (const response of responses) {
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject(REFUSALS.storage.body);
  }
  expect(await query("select count(*)::int from storage.objects where name = $1", [name])).toEqual([
    { count: 1 },
  ]);
});

test("an admin whose rights were taken is refused with the next request", async () => {
  const admin = await createMember(server, { profile: {} });
  await grantAdmin(server, admin.id);
  expect((await send("assigns a plan", admin, admin.token)).status).toBeLessThan(300);
  await revokeAdmin(server, admin.id);
  expect((await send("assigns a plan", admin, admin.token)).status).toBe(403);
  expect((await send("previews a mail", admin, admin.token)).status).toBe(403);
});

describe("a token signed with the server's key is refused", () => {
  test.each([
    ["without a session", () => ({})],
    ["with the session of somebody else", (other: string) => ({ session_id: other })],
    ["with a session id that is no UUID", () => ({ session_id: "1 or 1=1" })],
    ["with a user id that is no UUID", (_: string, own: string) => ({ session_id: own, sub: "1 or 1=1" })],
  ])("%s", async (_case, claims) => {
    const [member, other] = [await createMember(server), await createMember(server)];
    const sessionOf = async ({ id }: Member) =>
      (await query("select id from auth.sessions where user_id = $1", [id]))[0]?.id as string;
    const token = await signToken(server, {
      sub: member.id,
      role: "authenticated",
      ...claims(await sessionOf(other), await sessionOf(member)),
    });
    expect(await send("reads their slots", member, token)).toMatchObject(REFUSALS.rest);
    expect(await send("lists their documents", member, token)).toMatchObject(REFUSALS.storage);
    expect(await send("asks whether they are an admin", member, token)).toMatchObject(REFUSALS.functions);
    expect((await send("reads their account", member, token)).status).toBe(403);
  });
});

test("a visitor and the secret key need no session", async () => {
  const read = (key: string) => fetch(`${server.url}/rest/v1/plans`, { headers: { apikey: key } });
  expect((await read(server.secretKey)).status).toBe(200);
  expect((await read(server.publishableKey)).status).toBe(401);
  expect(await (await read(server.publishableKey)).json()).toMatchObject({ code: "42501" });
});
