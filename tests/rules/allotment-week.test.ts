import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { replay } from "../../bench/allotment/replay.ts";
import { PRODUCT_RULE, RULES } from "../../bench/allotment/rules.ts";
import { simulate } from "../../bench/allotment/simulate.ts";
import { allotmentWeek } from "../../bench/allotment/week.ts";
import { createDatabase } from "../world/cluster.ts";

const SIZE = { students: 500, mentors: 3, share: 0.35 };

test("the database gives the bookings of a simulated week to the same mentors as the simulation", async () => {
  const database = await createDatabase();
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  onTestFinished(async () => {
    await owner.end();
    await database.drop();
  });
  const week = allotmentWeek(7, SIZE);
  const { bookings, differences } = await replay(
    owner,
    week,
    simulate(week, { rule: PRODUCT_RULE, lane: "waiting list" }).steps,
  );
  expect(differences).toEqual([]);
  expect(bookings).toBeGreaterThan(100);
});

test.each(RULES)("the same seed gives the same week with the rule $name", (rule) => {
  const run = () => simulate(allotmentWeek(3, SIZE), { rule, lane: "none" }).steps;
  expect(run()).toEqual(run());
});

test("nobody has two calls at once, and every call is in time", () => {
  const week = allotmentWeek(5, SIZE);
  const { calls } = simulate(week, { rule: PRODUCT_RULE, lane: "waiting list and kept times" });
  const taken = new Set<string>();
  for (const { request, mentor, start } of calls.values()) {
    expect(start + request.minutes).toBeLessThanOrEqual(request.deadline);
    expect(start).toBeGreaterThan(request.askedAt);
    for (let minute = start; minute < start + request.minutes; minute += 15) {
      expect(taken).not.toContain(`${mentor.index} ${minute}`);
      taken.add(`${mentor.index} ${minute}`);
    }
  }
});
