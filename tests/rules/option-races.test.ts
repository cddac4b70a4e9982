import { afterAll, beforeAll, expect, test } from "vitest";
import { type ConcurrentWorld, countOutcomes, openConcurrentWorld } from "./concurrency.ts";
import { optionId, optionsFrom } from "./option-world.ts";
import { people } from "./people.ts";

let world: ConcurrentWorld;
beforeAll(async () => {
  world = await openConcurrentWorld();
});
afterAll(() => world.close());

const add = (who: typeof people.student | typeof people.planned, number: number, after?: string) => ({
  who,
  text: "select add_options('UGCET', $1, $2)",
  values: [JSON.stringify(optionsFrom(number, 1)), after],
});

test("of thirty options that two devices add at once without a plan, ten are in the list", async () => {
  const outcomes = await world.runAtOnce(
    Array.from({ length: 30 }, (_, index) => add(people.student, index + 1)),
  );
  expect(countOutcomes(outcomes)).toEqual({ done: 10, "Without a plan, a list has at most 10 options.": 20 });
});

test("options that are added and moved to the same place at once all get a place of their own, without a deadlock", async () => {
  await world.runAtOnce([add(people.planned, 1)]);
  const outcomes = await world.runAtOnce([
    ...Array.from({ length: 20 }, (_, index) => add(people.planned, index + 2, optionId(1))),
    ...Array.from({ length: 20 }, (_, index) => add(people.planned, index + 2, optionId(1))),
    ...Array.from({ length: 20 }, () => ({
      who: people.planned,
      text: "select move_option('UGCET', $1, null)",
      values: [optionId(1)],
    })),
  ]);
  expect(countOutcomes(outcomes)).toEqual({ done: 60 });
  const { rows } = await world.owner.query(
    `select count(*)::int as options, count(distinct position)::int as places, max(revision)::int as revision
     from option_entries join option_lists on option_lists.id = list_id where user_id = $1`,
    [people.planned.id],
  );
  expect(rows).toEqual([{ options: 21, places: 21, revision: 61 }]);
});
