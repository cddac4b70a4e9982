import { expect, test } from "vitest";
import { Pace } from "./pace.ts";

const AT_MOST = { maxWaiting: 3, burst: 2, ratePerSecond: 10 };

test("a burst is served at once, the next ones wait for their turns, and too many are refused", () => {
  const pace = new Pace(AT_MOST, { now: () => 5_000 });
  const turns = Array.from({ length: 7 }, () => pace.takeTurn("a"));
  expect(turns).toEqual([0, 0, 100, 200, 300, undefined, undefined]);
  expect(pace.takeTurn("b")).toBe(0);
});

test("turns come back with the time, and refused requests use up none", () => {
  let now = 5_000;
  const pace = new Pace(AT_MOST, { now: () => now });
  for (let nth = 0; nth < 1_000; nth++) pace.takeTurn("a");
  now += 500;
  expect([pace.takeTurn("a"), pace.takeTurn("a"), pace.takeTurn("a")]).toEqual([0, 0, 100]);
  now += 3_600_000;
  expect([pace.takeTurn("a"), pace.takeTurn("a"), pace.takeTurn("a")]).toEqual([0, 0, 100]);
});

test("no more clients are remembered than allowed", () => {
  const pace = new Pace({ ...AT_MOST, burst: 1 }, { maxClients: 2, now: () => 5_000 });
  for (const client of ["a", "b", "c"]) pace.takeTurn(client);
  expect([pace.takeTurn("c"), pace.takeTurn("b"), pace.takeTurn("a")]).toEqual([100, 100, 0]);
});
