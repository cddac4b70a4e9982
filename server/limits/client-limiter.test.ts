import { describe, expect, test } from "vitest";
import { ClientLimiter } from "./client-limiter.ts";

let now = 0;
const limiter = (options: { inFlight?: number; burst: number; ratePerSecond: number }, maxClients = 100) =>
  new ClientLimiter(options, { maxClients, now: () => now });

describe("a client", () => {
  test("may send a burst, then as many a second as its rate", () => {
    now = 1_000_000;
    const limits = limiter({ burst: 10, ratePerSecond: 2 });
    const admitted = () => Array.from({ length: 50 }, () => limits.acquire("a")).filter((wait) => wait === 0);
    expect(admitted()).toHaveLength(10);
    now += 3_000;
    expect(admitted()).toHaveLength(6);
    now += 3_600_000;
    expect(admitted()).toHaveLength(10);
  });

  test("is told how long to wait", () => {
    const limits = limiter({ burst: 1, ratePerSecond: 0.1 });
    expect(limits.acquire("a")).toBe(0);
    expect(limits.acquire("a")).toBe(10);
    now += 9_500;
    expect(limits.acquire("a")).toBe(1);
    now += 500;
    expect(limits.acquire("a")).toBe(0);
  });

  test("may have so many requests in flight, and a new one when one has ended", () => {
    const limits = limiter({ inFlight: 2, burst: 100, ratePerSecond: 100 });
    expect([1, 2, 3].map(() => limits.acquire("a"))).toEqual([0, 0, 1]);
    limits.release("a");
    expect([1, 2].map(() => limits.acquire("a"))).toEqual([0, 1]);
  });

  test("has an allowance of its own", () => {
    const limits = limiter({ inFlight: 1, burst: 1, ratePerSecond: 1 });
    expect(["a", "a", "b"].map((client) => limits.acquire(client))).toEqual([0, 1, 0]);
  });

  test("gets a request back that was refused elsewhere", () => {
    const limits = limiter({ inFlight: 1, burst: 1, ratePerSecond: 1 });
    limits.acquire("a");
    limits.giveBack("a");
    expect(limits.acquire("a")).toBe(0);
  });
});

describe("a hundred thousand clients", () => {
  test("are remembered up to the limit, the latest ones", () => {
    const limits = limiter({ burst: 1, ratePerSecond: 0.001 });
    for (let client = 0; client < 100_000; client++) {
      limits.acquire(String(client));
      limits.release(String(client));
    }
    expect(limits.size).toBe(100);
    expect(limits.acquire("99999")).toBeGreaterThan(0);
  });

  test("never make one forgotten whose request is in flight", () => {
    const limits = limiter({ inFlight: 1, burst: 100, ratePerSecond: 1 });
    limits.acquire("busy");
    for (let client = 0; client < 1_000; client++) {
      limits.acquire(String(client));
      limits.release(String(client));
    }
    expect(limits.acquire("busy")).toBe(1);
  });

  test("that all have requests in flight are refused, not remembered", () => {
    const limits = limiter({ burst: 100, ratePerSecond: 1 });
    const admitted = Array.from({ length: 150 }, (_, client) => limits.acquire(String(client)));
    expect(admitted.filter((wait) => wait === 0)).toHaveLength(100);
    expect(limits.size).toBe(100);
  });
});
