import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import Fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import { afterEach, describe, expect, test } from "vitest";
import { handleErrors } from "../errors/handle-errors.ts";
import { limitCounts } from "../limits/limit-counts.ts";
import { type LimitReport, LimitReports } from "../limits/limit-reports.ts";
import type { Caller } from "../postgres/database.ts";
import { TokenError } from "../tokens/tokens.ts";
import { createClientLimits } from "./limit-clients.ts";

const SECRET_KEY = "sb_secret_of_tests";
const POLLING = { timeout: 60_000 };
/** So slow that no test sees a refill. */
const RATE = { ratePerSecond: 1 / 3_600 };
const MANY = { inFlight: 1_000, burst: 1_000, ...RATE };

const apps: FastifyInstance[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

type Limits = Partial<NonNullable<Parameters<typeof createClientLimits>[0]["limits"]>>;

/** Tokens are the names of their users, except "expired". The server knows those of students. Requests to /held end when `finish` is called. */
function createWorld(
  limits: Limits = {},
  options: { maxDelayedRefusals?: number; refusalIntervalMs?: number } = {},
) {
  const reported: LimitReport[] = [];
  const held: (() => void)[] = [];
  const identified: (string | undefined)[] = [];
  const limitClients = createClientLimits({
    secretKey: SECRET_KEY,
    reports: new LimitReports((report) => reported.push(report)),
    limits: { user: MANY, session: MANY, network: MANY, wideNetwork: MANY, ...limits },
    refusalDelayMs: 0,
    refusalIntervalMs: 0,
    ...options,
    isKnownToken: (token) => token.startsWith("student"),
    identify: async ({ headers }): Promise<Caller> => {
      const user = headers.authorization?.slice("Bearer ".length);
      identified.push(user);
      if (user === "expired") throw new TokenError("expired");
      return { role: "authenticated", claims: { sub: user } };
    },
  });
  const app = Fastify({ trustProxy: true });
  apps.push(app);
  handleErrors(app);
  app.register(async (scope) => {
    limitClients(scope);
    scope.get("/", async () => "served");
    const clientFromBody = { isExpected: () => true, find: ({ body }: FastifyRequest) => body as string };
    scope.post("/refresh", { config: { clientFromBody } }, async () => "refreshed");
    const hold = () => new Promise((resolve) => held.push(() => resolve("served")));
    scope.get("/held", hold);
    scope.get("/stream", { config: { isStream: true } }, hold);
  });
  const send = async (address: string, user?: string, url = "/", headers = {}) => {
    const response = await app.inject({
      url,
      headers: {
        "x-forwarded-for": address,
        ...(user !== undefined && { authorization: `Bearer ${user}` }),
        ...headers,
      },
    });
    return response.statusCode;
  };
  const refresh = async (address: string, session: string, type = "text/plain") => {
    const headers = { "x-forwarded-for": address, "content-type": type };
    return (await app.inject({ method: "POST", url: "/refresh", headers, payload: session })).statusCode;
  };
  const sendMany = async (number: number, address: (nth: number) => string, user?: string) => {
    const statuses = await Promise.all(Array.from({ length: number }, (_, nth) => send(address(nth), user)));
    return statuses.filter((status) => status === 200).length;
  };
  return { app, send, refresh, sendMany, held, identified, reported };
}

describe("a flood", () => {
  test("of one user from many networks is served up to the user's allowance", async () => {
    const { sendMany, send } = createWorld({ user: { inFlight: 100, burst: 5, ...RATE } });
    expect(await sendMany(50, (nth) => `192.0.2.${nth}`, "attacker")).toBe(5);
    expect(await send("192.0.2.1", "student")).toBe(200);
  });

  test("of one network is served up to the network's allowance", async () => {
    const { send } = createWorld({ network: { inFlight: 100, burst: 5, ...RATE } });
    const statuses = await Promise.all(
      Array.from({ length: 50 }, (_, nth) => send("192.0.2.1", `student ${nth}`)),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(5);
    expect(await send("192.0.2.2", "student")).toBe(200);
  });

  test.each([
    ["visitors", undefined],
    ["made-up tokens", "expired"],
  ])("of %s uses up nothing of the signed-in users of their network", async (_whose, token) => {
    const few = { inFlight: 100, burst: 5, ...RATE };
    const { sendMany, send } = createWorld({ network: few, wideNetwork: few });
    expect(await sendMany(50, () => "2001:db8:1:2::1", token)).toBe(5);
    expect(await send("2001:db8:1:2::1")).toBe(429);
    expect(await send("2001:db8:1:2::1", "student")).toBe(200);
  });

  test("of refreshes of many sessions uses up nothing of the other requests of their network", async () => {
    const few = { inFlight: 100, burst: 3, ...RATE };
    const { refresh, send } = createWorld({ network: few, wideNetwork: few });
    const sessions = ["a", "b", "c", "d"].map((session) => refresh("2001:db8:1:2::1", session));
    expect(await Promise.all(sessions)).toEqual([200, 200, 200, 429]);
    expect([await send("2001:db8:1:2::1"), await send("2001:db8:1:2::1", "student")]).toEqual([200, 200]);
  });

  test("of refreshes of one session is served up to the session's allowance", async () => {
    const { refresh } = createWorld({ session: { inFlight: 100, burst: 2, ...RATE } });
    const refreshes = [1, 2, 3].map(() => refresh("192.0.2.1", "stolen"));
    expect(await Promise.all(refreshes)).toEqual([200, 200, 429]);
    expect(await refresh("192.0.2.1", "other")).toBe(200);
  });

  test("of bodies that cannot be read counts for the strangers of its network", async () => {
    const { refresh, send } = createWorld({ network: { inFlight: 100, burst: 3, ...RATE } });
    const refused = () => limitCounts().get("requests of a network without proof of a user") ?? 0;
    const before = refused();
    for (let nth = 0; nth < 4; nth++) expect(await refresh("192.0.2.1", "{", "application/json")).toBe(400);
    expect(refused()).toBe(before + 1);
    expect(await send("192.0.2.1")).toBe(429);
    expect([await refresh("192.0.2.1", "genuine"), await send("192.0.2.1", "student")]).toEqual([200, 200]);
  });

  test("of made-up tokens counts for the network", async () => {
    const { sendMany } = createWorld({ network: { inFlight: 100, burst: 5, ...RATE } });
    expect(await sendMany(50, () => "192.0.2.1", "expired")).toBe(5);
  });

  test("of made-up tokens costs a network as many signature checks as it has requests", async () => {
    const { send, identified } = createWorld({ network: { inFlight: 100, burst: 5, ...RATE } });
    for (let nth = 0; nth < 20; nth++) await send("192.0.2.1", "expired");
    expect(identified).toHaveLength(5);
    expect([await send("192.0.2.1", "student"), await send("192.0.2.2", "new")]).toEqual([200, 200]);
  });

  test("of genuine tokens that the server does not know yet leaves the signature checks of its network", async () => {
    const { send, identified } = createWorld({ network: { inFlight: 100, burst: 5, ...RATE } });
    for (let nth = 0; nth < 20; nth++) await send("192.0.2.1", "new");
    expect(identified).toHaveLength(20);
  });

  test("from all networks of an IPv6 customer is served up to the allowance of a /48", async () => {
    const { sendMany, send } = createWorld({
      network: { inFlight: 100, burst: 5, ...RATE },
      wideNetwork: { inFlight: 100, burst: 20, ...RATE },
    });
    expect(await sendMany(10, (nth) => `2001:db8:1:2::${nth}`)).toBe(5);
    expect(await sendMany(90, (nth) => `2001:db8:1:${(nth + 10).toString(16)}::1`)).toBe(15);
    expect(await send("2001:db8:2::1")).toBe(200);
  });

  test("of one user does not use up the allowance of their network", async () => {
    const { sendMany, send } = createWorld({
      user: { inFlight: 100, burst: 5, ...RATE },
      network: { inFlight: 100, burst: 7, ...RATE },
    });
    expect(await sendMany(50, () => "192.0.2.1", "attacker")).toBe(5);
    expect([await send("192.0.2.1", "student"), await send("192.0.2.1", "other")]).toEqual([200, 200]);
  });
});

test("requests in flight are limited, and the next one is served when one has ended", async () => {
  const { send, held } = createWorld({ user: { inFlight: 2, burst: 100, ...RATE } });
  const first = [send("192.0.2.1", "student", "/held"), send("192.0.2.1", "student", "/held")];
  await expect.poll(() => held.length, POLLING).toBe(2);
  expect(await send("192.0.2.1", "student")).toBe(429);
  for (const finish of held) finish();
  expect(await Promise.all(first)).toEqual([200, 200]);
  expect(await send("192.0.2.1", "student")).toBe(200);
});

test("a stream is not in flight, and counts for the rate", async () => {
  const { send, held } = createWorld({ user: { inFlight: 1, burst: 3, ...RATE } });
  const streams = [send("192.0.2.1", "student", "/stream"), send("192.0.2.1", "student", "/stream")];
  await expect.poll(() => held.length, POLLING).toBe(2);
  expect(await send("192.0.2.1", "student")).toBe(200);
  expect(await send("192.0.2.1", "student", "/stream")).toBe(429);
  for (const finish of held) finish();
  expect(await Promise.all(streams)).toEqual([200, 200]);
});

test("a client that goes away leaves its place to the next one", async () => {
  const { app, held } = createWorld({ network: { inFlight: 1, burst: 100, ...RATE } });
  const { port } = new URL(await app.listen({ port: 0, host: "127.0.0.1" }));
  const socket = connect(Number(port), "127.0.0.1");
  socket.write("GET /held HTTP/1.1\r\nHost: x\r\n\r\n");
  await expect.poll(() => held.length, POLLING).toBe(1);
  const status = async () => (await fetch(`http://127.0.0.1:${port}/`)).status;
  expect(await status()).toBe(429);
  socket.destroy();
  await expect.poll(status, POLLING).toBe(200);
});

test("a refusal says when to retry, is counted, and is reported with the user and the address", async () => {
  const { app, send, reported } = createWorld({ user: { inFlight: 1, burst: 1, ...RATE } });
  const before = limitCounts().get("requests of a user") ?? 0;
  await send("192.0.2.1", "student");
  const headers = { "x-forwarded-for": "192.0.2.1", authorization: "Bearer student" };
  const response = await app.inject({ url: "/", headers });
  expect(response.statusCode).toBe(429);
  expect(Number(response.headers["retry-after"])).toBeGreaterThan(3_000);
  await send("192.0.2.1", "student");
  expect(limitCounts().get("requests of a user")).toBe(before + 2);
  expect(reported).toEqual([{ limit: "requests of a user", address: "192.0.2.1", userId: "student" }]);
});

test("programs with the secret key are not limited", async () => {
  const { send } = createWorld({ network: { inFlight: 1, burst: 1, ...RATE } });
  await send("192.0.2.1");
  await send("192.0.2.1", "other");
  expect(await send("192.0.2.1", SECRET_KEY)).toBe(200);
  expect(await send("192.0.2.1", undefined, "/", { apikey: SECRET_KEY })).toBe(200);
  expect(await send("192.0.2.1", "student", "/", { apikey: SECRET_KEY })).toBe(429);
});

test("the refusals of a network follow each other at an interval, and delay nobody elsewhere", async () => {
  const network = { inFlight: 100, burst: 1, ...RATE };
  const { send } = createWorld({ network }, { refusalIntervalMs: 20 });
  await send("192.0.2.1", "student");
  const start = performance.now();
  const refuse = async () => {
    expect(await send("192.0.2.1", "student")).toBe(429);
    return performance.now() - start;
  };
  const waits = await Promise.all(Array.from({ length: 10 }, refuse));
  // Timers may be early by a millisecond.
  expect(waits.every((waited, nth) => waited > nth * 20 - 2)).toBe(true);
  expect(await send("192.0.2.2", "student")).toBe(200);
});

test("the refusals of a user follow each other at an interval, from whatever networks", async () => {
  const { send } = createWorld({ user: { inFlight: 100, burst: 1, ...RATE } }, { refusalIntervalMs: 20 });
  await send("192.0.2.1", "attacker");
  const start = performance.now();
  const refuse = async (_: unknown, nth: number) => {
    expect(await send(`198.51.100.${nth}`, "attacker")).toBe(429);
    return performance.now() - start;
  };
  const waits = await Promise.all(Array.from({ length: 10 }, refuse));
  expect(waits.every((waited, nth) => waited > nth * 20 - 2)).toBe(true);
});

test("with too many delayed refusals, the connection is closed without a response", async () => {
  const { app } = createWorld({ network: { inFlight: 1, burst: 1, ...RATE } }, { maxDelayedRefusals: 0 });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
  let received = "";
  socket.on("data", (chunk) => {
    received += chunk;
  });
  socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".repeat(3));
  await once(socket, "close");
  expect(received).not.toContain("429");
  expect(received.split("HTTP/1.1 ").length - 1).toBeLessThan(3);
});
