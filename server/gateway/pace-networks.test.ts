import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, expect, test } from "vitest";
import { limitCounts } from "../limits/limit-counts.ts";
import { paceNetworks } from "./pace-networks.ts";

const apps: FastifyInstance[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

function createWorld(turns: { burst: number; ratePerSecond: number }, maxWaiting = 1_000) {
  const app = Fastify({ trustProxy: true });
  apps.push(app);
  const wideNetwork = { burst: 2 * turns.burst, ratePerSecond: 2 * turns.ratePerSecond };
  paceNetworks(app, { turns: { network: turns, wideNetwork }, maxWaiting });
  app.get("/", async () => "page");
  const start = performance.now();
  /** The status, and the time of the response since the start. */
  const get = async (address: string, url = "/") => {
    const { statusCode } = await app.inject({ url, headers: { "x-forwarded-for": address } });
    return { statusCode, ms: performance.now() - start };
  };
  return { app, get };
}

test.each([
  ["pages", "/", 200],
  ["wrong addresses", "/nowhere", 404],
])("a flood of %s is served one after the other, and others at once", async (_what, url, status) => {
  const { get } = createWorld({ burst: 5, ratePerSecond: 20 });
  const flood = Array.from({ length: 10 }, () => get("192.0.2.1", url));
  const other = await get("192.0.2.2");
  const served = await Promise.all(flood);
  expect(served.every(({ statusCode }) => statusCode === status)).toBe(true);
  // Timers may be early by a millisecond.
  expect(served.every(({ ms }, nth) => ms > (nth - 4) * 50 - 2)).toBe(true);
  expect(other.statusCode).toBe(200);
  expect(other.ms).toBeLessThan(served.at(-1)?.ms ?? 0);
});

test("the networks of an IPv6 customer take their turns together", async () => {
  const { get } = createWorld({ burst: 1, ratePerSecond: 10 });
  const served = await Promise.all([1, 2, 3, 4].map((nth) => get(`2001:db8:1:${nth}::1`)));
  expect(served[3]?.ms).toBeGreaterThan(98);
});

test("a network with too many waiting requests has its connections closed", async () => {
  const { app } = createWorld({ burst: 1, ratePerSecond: 1 / 3_600 }, 0);
  await app.listen({ port: 0, host: "127.0.0.1" });
  const before = limitCounts().get("turns of a network") ?? 0;
  const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
  let received = "";
  socket.on("data", (chunk) => {
    received += chunk;
  });
  socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".repeat(2));
  await once(socket, "close");
  expect(received.split("HTTP/1.1 ").length - 1).toBeLessThan(2);
  expect(limitCounts().get("turns of a network")).toBe(before + 1);
});
