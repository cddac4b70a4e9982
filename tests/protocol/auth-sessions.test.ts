import { randomUUID } from "node:crypto";
import { decodeJwt } from "jose";
import { describe, expect, test } from "vitest";
import {
  bearer,
  callAuth,
  isSignedIn,
  NEW_ERROR_SHAPE,
  openLink,
  putUser,
  signIn,
} from "../world/auth-calls.ts";
import { createVisitor } from "../world/clients.ts";
import { waitForMail } from "../world/mailbox.ts";
import { addPasskey, signInWithPasskey } from "../world/passkeys.ts";
import { createAccount, grantAdmin, newEmail, PASSWORD } from "../world/people.ts";
import { signInWithFirstStep, unwrap } from "../world/second-step.ts";
import { sharedServer } from "../world/server.ts";
import { queryAt } from "../world/sql.ts";

const server = sharedServer();

const USER_AGENTS = {
  phone:
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36",
  laptop: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
};

/** Signs in on a device, and returns the access token. */
async function signInOn(device: keyof typeof USER_AGENTS, email: string): Promise<string> {
  const { body } = await callAuth(server, "/token?grant_type=password", {
    json: { email, password: PASSWORD },
    headers: { "user-agent": USER_AGENTS[device] },
  });
  return body.access_token;
}

const call = (token: string, path: string, method = "GET") =>
  callAuth(server, path, { method, headers: { ...NEW_ERROR_SHAPE, ...bearer(token) } });
const sessionOf = (token: string) => decodeJwt(token).session_id as string;

async function createTwoDevices() {
  const { id, email } = await createAccount(server);
  return { id, email, laptop: await signInOn("laptop", email), phone: await signInOn("phone", email) };
}

describe("the list of sessions", () => {
  test("names each device, with its first and last use, and marks the current one", async () => {
    const { laptop, phone } = await createTwoDevices();
    const { status, body } = await call(laptop, "/sessions");
    expect(status).toBe(200);
    expect(body).toEqual([
      {
        id: sessionOf(laptop),
        device: "Firefox on Linux",
        created_at: expect.any(String),
        last_used_at: expect.any(String),
        is_current: true,
      },
      {
        id: sessionOf(phone),
        device: "Chrome on Android",
        created_at: expect.any(String),
        last_used_at: expect.any(String),
        is_current: false,
      },
    ]);
  });

  test("leaves out sessions beyond their limits, and those of other people", async () => {
    const { laptop, phone } = await createTwoDevices();
    await createTwoDevices();
    await queryAt(server.databaseUrl, "update auth.sessions set last_used_at = '2020-01-01' where id = $1", [
      sessionOf(phone),
    ]);
    const { body } = await call(laptop, "/sessions");
    expect(body.map(({ id }: { id: string }) => id)).toEqual([sessionOf(laptop)]);
  });

  test("is refused without a session", async () => {
    const { laptop } = await createTwoDevices();
    await call(laptop, "/logout?scope=local", "POST");
    expect((await call(laptop, "/sessions")).body.code).toBe("session_not_found");
    expect((await callAuth(server, "/sessions")).status).toBe(401);
  });
});

describe("logging out", () => {
  test("one device leaves the others signed in, and is recorded", async () => {
    const { id, laptop, phone } = await createTwoDevices();
    expect((await call(laptop, `/sessions/${sessionOf(phone)}`, "DELETE")).status).toBe(204);
    expect([await isSignedIn(server, laptop), await isSignedIn(server, phone)]).toEqual([true, false]);
    expect(
      await queryAt(
        server.databaseUrl,
        "select details from public.security_events where user_id = $1 and kind = 'session ended'",
        [id],
      ),
    ).toEqual([{ details: { endedDevice: "Chrome on Android" } }]);
  });

  test("all other devices leaves this one signed in", async () => {
    const { email, laptop, phone } = await createTwoDevices();
    const third = await signInOn("phone", email);
    expect((await call(laptop, "/sessions", "DELETE")).status).toBe(204);
    expect(await Promise.all([laptop, phone, third].map((token) => isSignedIn(server, token)))).toEqual([
      true,
      false,
      false,
    ]);
  });

  test.each([
    ["of somebody else", async () => sessionOf((await createTwoDevices()).phone)],
    ["that does not exist", async () => randomUUID()],
    ["with an id that is no UUID", async () => "1 or 1=1"],
  ])("a session %s is refused as unknown", async (_case, findId) => {
    const { laptop } = await createTwoDevices();
    const id = await findId();
    const { status, body } = await call(laptop, `/sessions/${encodeURIComponent(id)}`, "DELETE");
    expect([status, body.code]).toEqual([404, "not_found"]);
    expect(
      await queryAt(server.databaseUrl, "select count(*)::int from auth.sessions where id::text = $1", [id]),
    ).toEqual([{ count: _case === "of somebody else" ? 1 : 0 }]);
  });
});

describe.each([
  ["a student's password ends sessions of their passkey", false],
  ["an admin's password ends no session of their passkey", true],
])("%s", (_who, isAdmin) => {
  test.each([
    ["one device", "DELETE", (id: string) => `/sessions/${id}`],
    ["all other devices", "DELETE", () => "/sessions"],
    ["everybody", "POST", () => "/logout?scope=global"],
    ["the others", "POST", () => "/logout?scope=others"],
  ])("by logging out %s", async (_what, method, pathOf) => {
    const { id, email } = await createAccount(server);
    const passkey = await addPasskey(await signInWithFirstStep(server, email), server.url);
    if (isAdmin) await grantAdmin(server, id);
    const { session } = unwrap(await signInWithPasskey(createVisitor(server), server.url, passkey));
    const owner = session?.access_token ?? "";
    const { access_token: thief } = await signIn(server, email);
    await call(thief, pathOf(sessionOf(owner)), method);
    expect(await isSignedIn(server, owner)).toBe(isAdmin);
  });
});

test("a new password ends all other sessions", async () => {
  const { laptop, phone } = await createTwoDevices();
  const { status } = await putUser(server, laptop, {
    password: "another horse battery",
    current_password: PASSWORD,
  });
  expect(status).toBe(200);
  expect([await isSignedIn(server, laptop), await isSignedIn(server, phone)]).toEqual([true, false]);
});

test("a new address ends all sessions except the one that confirmed it", async () => {
  const { email, laptop, phone } = await createTwoDevices();
  const next = newEmail("moved");
  await putUser(server, laptop, { email: next, current_password: PASSWORD });
  expect(await isSignedIn(server, phone)).toBe(true);
  await openLink((await waitForMail(server, next, { kind: "email_change" })).link);
  const { fragment } = await openLink((await waitForMail(server, email, { kind: "email_change" })).link);
  expect(await isSignedIn(server, fragment.access_token as string)).toBe(true);
  expect([await isSignedIn(server, laptop), await isSignedIn(server, phone)]).toEqual([false, false]);
  expect((await signIn(server, next)).user.email).toBe(next);
});
