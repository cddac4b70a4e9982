import { expect, test } from "vitest";
import { TimeBudget } from "./time-budget.ts";

function createBudget(maxClients = 3) {
  const clock = { now: 1_000_000 };
  const budget = new TimeBudget({ burstMs: 1_000, share: 0.25 }, { maxClients, now: () => clock.now });
  return { clock, budget };
}

test("a client may use the burst at once, and afterwards its share of the time", () => {
  const { clock, budget } = createBudget();
  budget.spend("one", 1_000);
  expect(budget.isUsedUp("one")).toBe(false);
  budget.spend("one", 100);
  expect([budget.isUsedUp("one"), budget.isUsedUp("another")]).toEqual([true, false]);
  clock.now += 399;
  expect(budget.isUsedUp("one")).toBe(true);
  clock.now += 1;
  expect(budget.isUsedUp("one")).toBe(false);
});

test("unused time does not accumulate beyond the burst", () => {
  const { clock, budget } = createBudget();
  budget.spend("one", 10);
  clock.now += 3_600_000;
  budget.spend("one", 1_001);
  expect(budget.isUsedUp("one")).toBe(true);
});

test("with too many clients, the one that has used no time for the longest is forgotten", () => {
  const { budget } = createBudget();
  for (const client of ["one", "two", "three", "one", "four"]) budget.spend(client, 2_000);
  expect(["one", "two", "three", "four"].filter((client) => budget.isUsedUp(client))).toEqual([
    "one",
    "three",
    "four",
  ]);
});
