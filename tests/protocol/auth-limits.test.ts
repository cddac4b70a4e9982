import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { bearer, callAuth, NEW_ERROR_SHAPE, openLink, signIn, viewLink } from "../world/auth-calls.ts";
import { createVisitor } from "../world/clients.ts";
import { mailsTo, waitForMail } from "../world/mailbox.ts";
import { createAccount, newEmail, PASSWORD } from "../world/people.ts";
import { type RunningServer, sharedServer, startServer } from "../world/server.ts";
import { queryAt } from "../world/sql.ts";

let server: RunningServer;
let sameDatabase: RunningServer;
beforeAll(async () => {
  const env = { RATE_LIMITS: "on", TRUST_PROXY: "1" };
  server = await startServer({ env });
  sameDatabase = await startServer({ env, databaseUrl: server.databaseUrl, dataFolder: server.dataFolder });
});
afterAll(async () => {
  await sameDatabase.stop();
  await server.stop();
});
beforeEach(() => queryAt(server.databaseUrl, "truncate private.rate_limits"));

const from = (ip: string) => ({ ...NEW_ERROR_SHAPE, "x-forwarded-for": ip });
const TOO_MANY = { code: "over_request_rate_limit", message: "Request rate limit reached" };
/** Refills the limits as if this time had passed. */
const refill = (seconds: number) =>
  queryAt(
    server.databaseUrl,
    "update private.rate_limits set full_at = full_at - make_interval(secs => $1)",
    [seconds],
  );
const signInFrom = (email: string, password: string, ip = "192.0.2.1", at = server) =>
  callAuth(at, "/token?grant_type=password", { json: { email, password }, headers: from(ip) });

type Reply = { status: number; body: unknown };

/** Sends this number of requests at once, and returns how many were not refused by a limit. */
async function countAllowed(count: number, request: (nth: number) => Promise<Reply>): Promise<number> {
  const replies = await Promise.all(Array.from({ length: count }, (_, nth) => request(nth)));
  const refused = replies.filter(({ status }) => status === 429);
  for (const { body } of refused) expect(body).toEqual(TOO_MANY);
  return count - refused.length;
}

let nextNetwork = 1;
describe("requests from one network", () => {
  test.each([
    ["POST", "/signup", { email: "asha" }, 10],
    ["POST", "/recover", { email: "asha" }, 10],
    ["POST", "/resend", { type: "signup", email: "asha" }, 10],
    ["POST", "/otp", { email: "asha" }, 10],
    ["POST", "/magiclink", { email: "asha" }, 10],
    ["POST", "/token?grant_type=password", {}, 2],
    ["POST", "/token?grant_type=refresh_token", {}, 2],
    ["POST", "/verify", {}, 10],
    ["GET", "/verify?type=signup&token=none", undefined, 10],
  ])(
    "to %s %s are allowed thirty times at once, and again after some seconds",
    async (method, address, json, refillSeconds) => {
      const send = (ip: string) => callAuth(server, address, { method, json, headers: from(ip) });
      // The bucket refills meanwhile, so a few more requests pass on a slow machine.
      const ip = `198.51.100.${nextNetwork++}`;
      const allowed = await countAllowed(60, () => send(ip));
      expect(allowed).toBeGreaterThanOrEqual(30);
      expect(allowed).toBeLessThan(60);
      expect((await send("192.0.2.2")).status).not.toBe(429);
      await refill(refillSeconds); // which the server learns within a second
      await expect.poll(async () => (await send(ip)).status, { timeout: 60_000 }).not.toBe(429);
    },
  );

  test("attack: a stranger's invalid requests block no link, refresh or change of others in the network", async () => {
    const headers = from("192.0.2.6");
    const invalid: readonly (readonly [string, object])[] = [
      ["/verify", { type: "recovery", token_hash: "none" }],
      ["/verify", { type: "recovery", email: "asha@example.com", token: "000000" }],
      ["/token?grant_type=refresh_token", { refresh_token: "none" }],
      ["/token?grant_type=pkce", { auth_code: "none", code_verifier: "none" }],
      ["/recover", { email: "asha" }],
    ];
    for (const [address, json] of invalid)
      expect(await countAllowed(60, () => callAuth(server, address, { json, headers }))).toBeLessThan(60);

    const { email } = await createAccount(server);
    const { access_token, refresh_token } = await signIn(server, email);
    const signedIn = { ...headers, ...bearer(access_token) };
    const put = { method: "PUT", json: { data: { name: "Asha" } }, headers: signedIn };
    expect((await callAuth(server, "/user", put)).status).toBe(200);
    expect((await callAuth(server, "/sessions", { headers: signedIn })).status).toBe(200);
    const json = { refresh_token };
    expect((await callAuth(server, "/token?grant_type=refresh_token", { json, headers })).status).toBe(200);
    await callAuth(server, "/recover", { json: { email } });
    const { link } = await waitForMail(server, email, { kind: "recovery" });
    expect((await viewLink(link, headers)).status).toBe(200);
    expect((await openLink(link, { headers })).status).toBe(303);
  });

  const verify = (ip: string, at = server) => callAuth(at, "/verify", { json: {}, headers: from(ip) });

  test("are counted together by all servers of a database", async () => {
    const servers = [server, sameDatabase];
    const allowed = await countAllowed(80, (nth) => verify("192.0.2.3", servers[nth % 2]));
    expect(allowed).toBeLessThan(60);
  });

  test("are limited even if many arrive at once", async () => {
    const allowed = await countAllowed(80, () => verify("192.0.2.4"));
    expect(allowed).toBeGreaterThanOrEqual(30);
    expect(allowed).toBeLessThan(40);
  });

  test("are limited for the button in notice mails, too", async () => {
    const press = () =>
      fetch(`${server.url}/not-me/v1?token=none`, { method: "POST", headers: from("192.0.2.7") });
    const replies = await Promise.all(Array.from({ length: 60 }, press));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([400, 429]));
  });

  test("are counted for all IPv6 addresses of a subscriber together", async () => {
    const allowed = await countAllowed(60, (nth) => verify(`2001:db8:1:2::${nth.toString(16)}`));
    expect(allowed).toBeLessThan(60);
    expect((await verify("2001:db8:1:3::1")).status).toBe(400);
  });

  test("are counted for a whole IPv6 /48 too, with four times the limit", async () => {
    const allowed = await countAllowed(200, (nth) => verify(`2001:db8:2:${nth.toString(16)}::1`));
    expect(allowed).toBeGreaterThanOrEqual(120);
    expect(allowed).toBeLessThan(200);
    expect((await verify("2001:db8:3::1")).status).toBe(400);
  });
});

test("links and codes that do not work are security events, up to the limit of records", async () => {
  const headers = from("203.0.113.44");
  const text = new URLSearchParams({ type: "recovery", token: "none" }).toString();
  const form = { ...headers, "content-type": "application/x-www-form-urlencoded" };
  await callAuth(server, "/verify?type=recovery&token=none", { headers });
  await callAuth(server, "/verify-link", { text, headers: form });
  const exchange = { auth_code: "none", code_verifier: "none" };
  await callAuth(server, "/token?grant_type=pkce", { json: exchange, headers });
  for (let nth = 0; nth < 12; nth += 1)
    await fetch(`${server.url}/not-me/v1?token=none`, { method: "POST", headers });
  const events = await queryAt(
    server.databaseUrl,
    "select distinct kind, details from public.security_events where address = '203.0.113.44'",
  );
  expect(events).toEqual([{ kind: "sign-in failed", details: { reason: "link" } }]);
  const [count] = await queryAt(
    server.databaseUrl,
    "select count(*)::int from public.security_events where address = '203.0.113.44'",
  );
  // A new minute may begin meanwhile, which allows five more.
  expect(count?.count).toBeLessThanOrEqual(10);
});

describe("the limit on mails to one address", () => {
  const requestMail = async (address: string, email: string, json: object = {}) => {
    const { status, body } = await callAuth(server, address, {
      json: { ...json, email },
      headers: NEW_ERROR_SHAPE,
    });
    return status === 200 ? 200 : [status, body.code, body.message.replace(/\d+/, "N")];
  };
  const LATER = [
    429,
    "over_email_send_rate_limit",
    "For security purposes, you can only request this after N seconds.",
  ];

  test.each([
    ["/recover", {}],
    ["/otp", {}],
    ["/resend", { type: "signup" }],
    ["/resend", { type: "email_change" }],
  ])("allows POST %s %j once a minute, whether the address has an account or not", async (address, json) => {
    const { email: known } = await createAccount(server);
    await queryAt(server.databaseUrl, "truncate private.rate_limits");
    for (const email of [known, newEmail("nobody")]) {
      expect(await requestMail(address, email, json)).toBe(200);
      expect(await requestMail(address, email.toUpperCase(), json)).toEqual(LATER);
      await refill(30);
      expect(await requestMail(address, email, json)).toEqual(LATER);
      await refill(30);
      expect(await requestMail(address, email, json)).toBe(200);
    }
  });

  test("gives a second sign-up within a minute the same response for a new address as for one in use", async () => {
    const { email: taken } = await createAccount(server);
    await queryAt(server.databaseUrl, "truncate private.rate_limits");
    for (const email of [taken, newEmail()]) {
      expect(await requestMail("/signup", email, { password: PASSWORD })).toBe(200);
      expect(await requestMail("/signup", email, { password: PASSWORD })).toEqual(LATER);
    }
  });

  test("allows ten mails that let their reader in, of all kinds together, and one every two and a half hours after that", async () => {
    const email = newEmail();
    const results = [];
    for (const address of ["/recover", "/otp", "/recover", "/otp", "/recover", "/otp"]) {
      results.push(await requestMail(address, email));
      await refill(60);
      results.push(await requestMail(address, email));
      await refill(60);
    }
    expect(results).toEqual([...Array(10).fill(200), LATER, LATER]);
    await refill(8_640);
    expect(await requestMail("/recover", email)).toBe(200);
  });

  test("tells the client how long to wait", async () => {
    const email = newEmail();
    const client = createVisitor(server);
    await client.auth.resetPasswordForEmail(email);
    const { error } = await client.auth.resetPasswordForEmail(email);
    expect(error).toMatchObject({ status: 429, code: "over_email_send_rate_limit" });
    expect(error?.message).toMatch(/after ([1-5]?[0-9]|60) seconds/);
  });

  test("counts different kinds of mail separately, and different addresses too", async () => {
    const { email } = await createAccount(server);
    expect(await requestMail("/recover", email)).toBe(200);
    expect(await requestMail("/otp", email)).toBe(200);
    expect(await requestMail("/recover", newEmail())).toBe(200);
  });

  test("allows one change of address a minute", async () => {
    const { email } = await createAccount(server);
    const { access_token } = await signIn(server, email);
    const put = (next: string) =>
      callAuth(server, "/user", {
        method: "PUT",
        json: { email: next, current_password: PASSWORD },
        headers: { ...NEW_ERROR_SHAPE, ...bearer(access_token) },
      });
    const next = newEmail("moved");
    expect((await put(next)).status).toBe(200);
    expect((await put(next)).body.code).toBe("over_email_send_rate_limit");
    const reauthenticate = () =>
      callAuth(server, "/reauthenticate", { headers: { ...NEW_ERROR_SHAPE, ...bearer(access_token) } });
    expect((await reauthenticate()).status).toBe(200);
    expect((await reauthenticate()).body.code).toBe("over_email_send_rate_limit");
    expect(await mailsTo(server, newEmail())).toEqual([]);
  });
});

describe("without a bot challenge, the limit on password guesses", () => {
  test("stops one network after ten, even for an unknown address, while the owner can sign in from elsewhere", async () => {
    const { email } = await createAccount(server);
    for (const address of [email, newEmail("nobody")])
      expect(await countAllowed(12, () => signInFrom(address, "a guess"))).toBe(10);
    expect((await signInFrom(email.toUpperCase(), PASSWORD)).status).toBe(429);
    expect((await signInFrom(email, PASSWORD, "198.51.100.7")).status).toBe(200);
    await refill(60);
    expect((await signInFrom(email, PASSWORD)).status).toBe(200);
  });

  test("does not count sign-ins with the right password", async () => {
    const { email } = await createAccount(server);
    for (let nth = 0; nth < 11; nth += 1) expect((await signInFrom(email, PASSWORD)).status).toBe(200);
  });

  test("does not prevent the owner from resetting the password by mail", async () => {
    const { email } = await createAccount(server);
    expect(await countAllowed(11, () => signInFrom(email, "a guess"))).toBe(10);
    expect((await callAuth(server, "/recover", { json: { email } })).status).toBe(200);
  });
});

test("guesses of a six-digit code are limited to ten for an address, from all networks together", async () => {
  const { email } = await createAccount(server);
  const allowed = await countAllowed(12, (nth) =>
    callAuth(server, "/verify", {
      json: { type: "recovery", email, token: "000000" },
      headers: from(`198.51.100.${nth}`),
    }),
  );
  expect(allowed).toBe(10);
});

test("neither addresses nor networks are stored, not even as a hash that can be guessed", async () => {
  const email = newEmail();
  await signInFrom(email, "a guess", "203.0.113.9");
  const rows = await queryAt<{ key: Buffer }>(server.databaseUrl, "select key from private.rate_limits");
  expect(rows.length).toBeGreaterThanOrEqual(2);
  const guesses = ["203.0.113.9", email].map((text) => createHash("sha256").update(text).digest("hex"));
  for (const { key } of rows) {
    expect(key).toHaveLength(16);
    for (const guess of guesses) expect(guess).not.toContain(key.toString("hex"));
  }
});

test("limits can be switched off", async () => {
  const unlimited = sharedServer();
  const email = newEmail();
  const guess = () =>
    callAuth(unlimited, "/token?grant_type=password", { json: { email, password: "a guess" } });
  expect(await countAllowed(12, guess)).toBe(12);
  expect(await countAllowed(45, () => callAuth(unlimited, "/verify", { json: {} }))).toBe(45);
});
