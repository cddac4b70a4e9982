import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bearer, callAuth } from "../world/auth-calls.ts";
import { readFeed, renewFeed } from "../world/calendar-feed.ts";
import { createVisitor } from "../world/clients.ts";
import { holdBody } from "../world/held-request.ts";
import { createStudent, type Member } from "../world/members.ts";
import { addPasskey, createPasskey, signInWithPasskey, signWith } from "../world/passkeys.ts";
import { PASSWORD } from "../world/people.ts";
import { unwrap } from "../world/second-step.ts";
import { outputOf, type RunningServer, startServer } from "../world/server.ts";
import { queryAt } from "../world/sql.ts";
import { waitUntil } from "../world/wait-until.ts";

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMITS: "on", TRUST_PROXY: "1", BOT_CHALLENGE: "altcha" } });
});
afterAll(() => server?.stop());

/** Twice the limit of a user or of a network. */
const REQUESTS = 400;
const NETWORK_IN_FLIGHT = 300;

function send(path: string, { method = "GET", address, user }: SendOptions): Promise<Response> {
  return fetch(server.url + path, {
    method,
    headers: {
      apikey: server.publishableKey,
      "x-forwarded-for": address,
      ...(user && { authorization: `Bearer ${user.token}` }),
    },
  });
}

interface SendOptions {
  readonly method?: string;
  readonly address: string;
  readonly user?: Member;
}

/** Sends many requests at once and returns the number of refused ones and the first refusal. */
async function flood(path: string, options: SendOptions, requests = REQUESTS) {
  const responses = await Promise.all(Array.from({ length: requests }, () => send(path, options)));
  const refused = responses.filter(({ status }) => status === 429);
  const [refusal] = refused;
  return { refused: refused.length, refusal, body: (await refusal?.text()) ?? "" };
}

// Refusals are delayed, so all tests run at once. Each has networks of its own.
describe.concurrent("a user who floods a service is refused in its own format, and others of the network are served", () => {
  test.each([
    [
      "the table API",
      "198.51.100.21",
      "/rest/v1/plans",
      "GET",
      { code: "over_request_rate_limit", details: null, hint: null },
    ],
    [
      "storage",
      "198.51.100.22",
      "/storage/v1/bucket",
      "GET",
      { statusCode: "429", error: "SlowDown", code: "SlowDown" },
    ],
    [
      "sign-in",
      "198.51.100.23",
      "/auth/v1/user",
      "GET",
      { code: 429, error_code: "over_request_rate_limit" },
    ],
    [
      "functions",
      "198.51.100.24",
      "/functions/v1/check-admin",
      "POST",
      { error: expect.stringContaining("Too many requests") },
    ],
  ])("%s", async (_name, address, path, method, shape) => {
    const [attacker, student] = [await createStudent(server), await createStudent(server)];
    const { refused, refusal, body } = await flood(path, { method, address, user: attacker });
    expect(refused).toBeGreaterThan(0);
    expect(Number(refusal?.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    expect(refusal?.headers.get("access-control-expose-headers")).toContain("Retry-After");
    expect(JSON.parse(body)).toMatchObject(shape);
    expect((await send(path, { method, address, user: student })).status).toBe(200);
  });
});

async function signIn({ email }: Member) {
  const json = { email, password: PASSWORD };
  return (await callAuth(server, "/token?grant_type=password", { json, headers: bearer(server.secretKey) }))
    .body;
}

describe.concurrent("attack: a stranger in the network of a school uses up the limit for strangers", () => {
  test.each([
    ["without a token", "198.51.100.6", {}],
    ["with made-up tokens", "198.51.100.7", bearer("eyJhbGciOiJFUzI1NiJ9.e30.AAAA")],
  ])("%s: its signed-in students are served, and stay signed in", async (_how, address, token) => {
    const student = await createStudent(server);
    const { refresh_token } = await signIn(student);
    const headers = { "x-forwarded-for": address };
    const ended = await signIn(student);
    await callAuth(server, "/logout?scope=local", { method: "POST", headers: bearer(ended.access_token) });
    const refresh = (token: string) =>
      callAuth(server, "/token?grant_type=refresh_token", { json: { refresh_token: token }, headers });
    expect((await refresh(ended.refresh_token)).status).toBe(400);
    const hold = () => holdBody(server, "/recover", {}, { ...headers, ...token });
    const held = await Promise.all(Array.from({ length: NETWORK_IN_FLIGHT }, hold));
    // The server may still check the tokens of the last ones, and refuses one of them if another request is faster.
    const fillUp = async () => {
      const { status } = await send("/rest/v1/plans", { address });
      if (status !== 429) held.push(await hold());
      return status;
    };
    await waitUntil("a refusal", async () => (await fillUp()) === 429);
    expect((await send("/rest/v1/plans", { address, user: student })).status).toBe(200);
    expect((await refresh(refresh_token)).status).toBe(200);
    // The token of a session that has ended is genuine, but proves no student.
    expect((await refresh(ended.refresh_token)).status).toBe(429);
    for (const request of held) request.abort();
  });

  test("with forged refresh tokens: a student's genuine one is still accepted", async () => {
    const address = "198.51.100.8";
    const { refresh_token } = await signIn(await createStudent(server));
    const refresh = (token: string) =>
      callAuth(server, "/token?grant_type=refresh_token", {
        json: { refresh_token: token },
        headers: { "x-forwarded-for": address },
      });
    const forged = `A${refresh_token.slice(1)}`;
    const replies = await Promise.all(Array.from({ length: 60 }, () => refresh(forged)));
    expect(replies.some(({ status }) => status === 429)).toBe(true);
    expect((await refresh(refresh_token)).status).toBe(200);
  });
});

test.concurrent("attack: a thief's flood of refreshes with one genuine token is refused, and the student's requests are served", async () => {
  const student = await createStudent(server);
  const { refresh_token } = await signIn(student);
  const headers = { "x-forwarded-for": "198.51.100.10" };
  const refresh = () =>
    callAuth(server, "/token?grant_type=refresh_token", { json: { refresh_token }, headers });
  const replies = await Promise.all(Array.from({ length: 40 }, refresh));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 429]));
  expect((await send("/rest/v1/plans", { address: "198.51.100.10", user: student })).status).toBe(200);
});

test.concurrent("attack: wrong signatures of somebody who knows the id of a passkey do not keep its owner from signing in", async () => {
  const owner = createVisitor(server);
  unwrap(await owner.auth.setSession(await signIn(await createStudent(server))));
  const passkey = await addPasskey(owner, server.url);
  const { privateKey } = createPasskey(server.url, { challenge: "" }).passkey;
  const { challenge_id, options } = unwrap(await owner.auth.passkey.startAuthentication());
  const json = { challenge_id, credential: signWith({ ...passkey, privateKey }, server.url, options) };
  const headers = { "x-forwarded-for": "198.51.100.9" };
  const forge = () => callAuth(server, "/passkeys/authentication/verify", { json, headers });
  const replies = await Promise.all(Array.from({ length: 60 }, forge));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([400]));
  unwrap(await signInWithPasskey(createVisitor(server), server.url, passkey));
});

test.concurrent("attack: a sign-in with a passkey that is captured and sent again does not keep the owner from signing in", async () => {
  const owner = createVisitor(server);
  unwrap(await owner.auth.setSession(await signIn(await createStudent(server))));
  const passkey = await addPasskey(owner, server.url);
  const { challenge_id, options } = unwrap(await owner.auth.passkey.startAuthentication());
  const json = { challenge_id, credential: signWith(passkey, server.url, options) };
  const send = () => callAuth(server, "/passkeys/authentication/verify", { json });
  const replies = await Promise.all(Array.from({ length: 60 }, send));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(59).fill(400)]);
  unwrap(await signInWithPasskey(createVisitor(server), server.url, passkey));
});

test.concurrent("a network that floods the challenges is refused, and another one is served", async () => {
  const { refused, refusal, body } = await flood("/challenge/v1", { address: "198.51.100.2" });
  expect(refused).toBeGreaterThan(0);
  expect(Number(refusal?.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  expect(JSON.parse(body)).toEqual({ error: expect.stringContaining("Too many requests") });
  expect((await send("/challenge/v1", { address: "198.51.100.3" })).status).toBe(200);
});

test.concurrent("attack: a network that floods links that do not work costs no write for each of them", async () => {
  const address = "198.51.100.11";
  const open = () => send("/auth/v1/verify?type=signup&token=unknown", { address });
  const statuses: number[] = [];
  for (let round = 0; round < 20; round += 1)
    statuses.push(...(await Promise.all(Array.from({ length: 10 }, open))).map(({ status }) => status));
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(100);
  const [row] = await queryAt<{ recorded: string }>(
    server.databaseUrl,
    `select coalesce(sum(events), 0) as recorded from private.security_event_counts where network = $1`,
    [address],
  );
  expect(Number(row?.recorded)).toBeLessThan(100);
});

test.concurrent("a calendar feed that is read all the time is refused to whoever has its secret, and others are read", async () => {
  const [feed, other] = [
    await renewFeed(await createStudent(server)),
    await renewFeed(await createStudent(server)),
  ];
  const reads = await Promise.all(Array.from({ length: 40 }, () => readFeed(server, feed)));
  expect(reads.map(({ status }) => status).sort()).toEqual([...Array(30).fill(200), ...Array(10).fill(429)]);
  const refusal = await readFeed(server, feed);
  expect(Number(refusal.headers.get("retry-after"))).toBeGreaterThan(1);
  expect(await refusal.text()).toMatch(/^Too many requests/);
  expect((await readFeed(server, other)).status).toBe(200);
});

test.concurrent("pages are not refused", async () => {
  expect((await flood("/", { address: "198.51.100.4" }, 2 * NETWORK_IN_FLIGHT)).refused).toBe(0);
});

test.concurrent.each([
  ["pages", "/", "198.51.100.12"],
  ["requests without a key", "/rest/v1/plans", "198.51.100.13"],
])(
  "attack: a network that floods %s waits for its turns, and another one is served",
  async (_what, path, address) => {
    const request = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${address}\r\n\r\n`;
    // Each response is followed by another request, until more wait than may and connections are closed.
    const sockets = Array.from({ length: 300 }, () => connect(Number(new URL(server.url).port), "127.0.0.1"));
    const closed = new Promise((resolve) => {
      for (const socket of sockets) {
        socket.on("error", () => undefined).once("close", resolve);
        socket.on("data", (chunk) =>
          socket.write(request.repeat(String(chunk).split("HTTP/1.1 ").length - 1)),
        );
        socket.write(request.repeat(9));
      }
    });
    await closed;
    expect((await send("/", { address: "198.51.100.15" })).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  },
);

test.concurrent("limits are counted in the metrics, and recorded once as a security event, without a line of log each", async () => {
  const attacker = await createStudent(server);
  await flood("/rest/v1/plans", { user: attacker, address: "198.51.100.5" });
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  const count = /maarga_limits_reached_total\{limit="requests of a user"\} (\d+)/.exec(metrics)?.[1];
  expect(Number(count)).toBeGreaterThan(0);
  const find = () =>
    queryAt(server.databaseUrl, "select address, details from public.security_events where user_id = $1", [
      attacker.id,
    ]);
  await waitUntil("the event", async () => (await find()).length > 0);
  expect(await find()).toEqual([{ address: "198.51.100.5", details: { limit: "requests of a user" } }]);
  expect(outputOf(server)).not.toContain("limit reached");
});
