import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bearer, callAuth, NEW_ERROR_SHAPE, type Reply } from "../world/auth-calls.ts";
import { solveChallenge } from "../world/challenge.ts";
import { createAccount, newEmail, PASSWORD } from "../world/people.ts";
import { type RunningServer, startServer } from "../world/server.ts";

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ env: { BOT_CHALLENGE: "altcha", RATE_LIMITS: "on", TRUST_PROXY: "1" } });
});
afterAll(() => server.stop());

interface Attempt {
  readonly password?: string;
  readonly ip?: string;
  readonly cookie?: string;
  /** The level of the solved challenge. */
  readonly level?: number;
}

async function signIn(email: string, attempt: Attempt = {}): Promise<Reply> {
  const { password = PASSWORD, ip = "192.0.2.1", cookie = "", level = 0 } = attempt;
  const captcha_token = await solveChallenge(server.url, level);
  return callAuth(server, "/token?grant_type=password", {
    json: { email, password, gotrue_meta_security: { captcha_token } },
    headers: { ...NEW_ERROR_SHAPE, "x-forwarded-for": ip, cookie },
  });
}

/** Guesses like strangers, each from another network. The secret key spares the test their challenges. */
async function guess(email: string, count: number, first = 0): Promise<void> {
  for (let nth = first; nth < first + count; nth += 1) {
    const { status } = await callAuth(server, "/token?grant_type=password", {
      json: { email, password: "a guess" },
      headers: { ...bearer(server.secretKey), "x-forwarded-for": `198.51.100.${nth}` },
    });
    expect(status).toBe(400);
  }
}

const cookieOf = ({ headers }: Reply) => headers.get("set-cookie")?.split(";")[0] ?? "";
const refusedFor = (level: number) => ({
  status: 400,
  body: {
    code: "captcha_failed",
    message: `captcha protection: request disallowed (harder-challenge-required-${level})`,
  },
});

describe("after wrong passwords of strangers", () => {
  test("the owner signs in on a new device with a harder challenge, and is never locked out", async () => {
    const { email } = await createAccount(server);
    await guess(email, 5);
    expect(await signIn(email)).toMatchObject(refusedFor(1));
    await guess(email, 20, 5);
    expect(await signIn(email, { level: 1 })).toMatchObject(refusedFor(2));
    expect(await signIn(email, { level: 2 })).toMatchObject({ status: 200 });
  });

  test("the owner signs in with the usual challenge on a device where they signed in before", async () => {
    const { email } = await createAccount(server);
    const cookie = cookieOf(await signIn(email));
    await guess(email, 25);
    expect(await signIn(email, { cookie })).toMatchObject({ status: 200 });
    const other = await createAccount(server);
    const otherCookie = cookieOf(await signIn(other.email));
    const [name] = cookie.split("=");
    for (const forged of [otherCookie, `${name}=${otherCookie.split("=")[1]}`, `${name}=x`, `${name}=`])
      expect(await signIn(email, { cookie: forged })).toMatchObject(refusedFor(2));
  });

  test("a guess needs a harder challenge too, whatever the network, and for an unknown address the same", async () => {
    for (const email of [(await createAccount(server)).email, newEmail("nobody")]) {
      await guess(email, 5);
      const attempt = { password: "a guess", ip: "203.0.113.5" };
      expect(await signIn(email, attempt)).toMatchObject(refusedFor(1));
      expect(await signIn(email.toUpperCase(), attempt)).toMatchObject(refusedFor(1));
    }
  });

  test("a refused challenge is not counted as another wrong password", async () => {
    const { email } = await createAccount(server);
    await guess(email, 6);
    for (let nth = 0; nth < 18; nth += 1)
      await callAuth(server, "/token?grant_type=password", { json: { email, password: "a guess" } });
    expect(await signIn(email, { level: 1 })).toMatchObject({ status: 200 });
  });
});

test("attack: a stranger guesses many passwords: others in the network sign in with the usual challenge", async () => {
  const { email } = await createAccount(server);
  const captcha_token = await solveChallenge(server.url, 0);
  const ip = { "x-forwarded-for": "203.0.113.77" };
  const guessOther = () =>
    callAuth(server, "/token?grant_type=password", {
      json: { email: newEmail("nobody"), password: "a guess" },
      headers: { ...bearer(server.secretKey), ...ip },
    });
  await Promise.all(Array.from({ length: 75 }, guessOther));
  const json = { email, password: PASSWORD, gotrue_meta_security: { captcha_token } };
  expect((await callAuth(server, "/token?grant_type=password", { json, headers: ip })).status).toBe(200);
});

test("a device of the owner may guess ten times, and once a minute after that", async () => {
  const { email } = await createAccount(server);
  const cookie = cookieOf(await signIn(email));
  const statuses = [];
  for (let nth = 0; nth < 11; nth += 1) {
    const { status } = await callAuth(server, "/token?grant_type=password", {
      json: { email, password: "a guess" },
      headers: { ...bearer(server.secretKey), cookie },
    });
    statuses.push(status);
  }
  expect(statuses).toEqual([...Array<number>(10).fill(400), 429]);
});

test("the cookie of a device is kept from scripts and from other sites", async () => {
  const { email } = await createAccount(server);
  const cookie = (await signIn(email)).headers.get("set-cookie");
  expect(cookie).toMatch(/; Max-Age=\d+; HttpOnly; SameSite=Strict; Path=\/auth\/v1$/);
});
