import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { findPriceRefusal, MAX_PRICE_RUPEES, PRICE_TABLE } from "../../domain/prices.ts";
import { people } from "./people.ts";
import { refusedWith, setUpWorld } from "./rules-world.ts";

const { planned } = people;

const world = setUpWorld();

const PRICE_LIMIT = new URL("../../database/migrations/0029_price_limit.sql", import.meta.url);
const ADD =
  "insert into plans (plan_level, plan_exam, plan_name, price, expires_at) values ($1, $2, $3, $4, $5)";
const free = "delete from plans where plan_level = 'ug' and plan_exam = 'cet' and plan_name = 'Basic'";

test("the first plans cost what the price table says, and end with the season", async () => {
  const { rows } = await world.as(
    "student",
    "select concat_ws(' ', plan_level, plan_exam, plan_name) as plan, price::float8 as price, expires_at from plans order by price",
  );
  expect(Object.fromEntries(rows.map(({ plan, price }) => [plan, price]))).toEqual(
    Object.fromEntries(
      PRICE_TABLE.map(({ level, exam, name, price }) => [`${level} ${exam} ${name}`, price]),
    ),
  );
  for (const { expires_at } of rows) expect(expires_at).toEqual(new Date("2027-12-31T23:59:59+05:30"));
});

describe("adding a plan", () => {
  test.each([
    ["level", [null, "cet", "Basic", 1, "2030-01-01"]],
    ["exam", ["ug", "", "Basic", 1, "2030-01-01"]],
    ["name", ["ug", "cet", null, 1, "2030-01-01"]],
    ["price", ["ug", "cet", "Basic", null, "2030-01-01"]],
    ["expiry", ["ug", "cet", "Basic", 1, null]],
  ])("it needs its %s", async (_field, values) => {
    await world.as("admin", free);
    expect(await world.refusal("admin", ADD, values)).toEqual(refusedWith("All fields are required"));
  });

  test.each([
    ["level", ["xx", "cet", "Basic", 1, "2030-01-01"], "plans_have_a_known_level"],
    ["exam", ["ug", "jee", "Basic", 1, "2030-01-01"], "plans_have_a_known_exam"],
    ["name", ["ug", "cet", "None", 1, "2030-01-01"], "plans_have_a_known_name"],
    ["price below zero", ["ug", "cet", "Basic", -0.01, "2030-01-01"], "plans_have_a_price"],
    ["price that is no number", ["ug", "cet", "Basic", "NaN", "2030-01-01"], "The price can be at most"],
    ["price without end", ["ug", "cet", "Basic", "Infinity", "2030-01-01"], "The price can be at most"],
    ["expiry that never comes", ["ug", "cet", "Basic", 1, "infinity"], "plans_have_a_finite_expiry"],
    ["Medium for pg", ["pg", "cet", "Medium", 1, "2030-01-01"], "plans_for_pg_are_never_medium"],
    ["second price", ["ug", "neet", "Basic", 1, "2030-01-01"], "plans_are_offered_once"],
  ])("there is no such %s", async (_what, values, constraint) => {
    await world.as("admin", free);
    expect((await world.refusal("admin", ADD, values))?.message).toContain(constraint);
  });

  test.each([0, 0.5, 15500.5])("a price may be %d", async (price) => {
    await world.as("admin", free);
    expect((await world.as("admin", ADD, ["ug", "cet", "Basic", price, "2030-01-01"])).rowCount).toBe(1);
  });
});

test.each([MAX_PRICE_RUPEES - 0.01, MAX_PRICE_RUPEES, MAX_PRICE_RUPEES + 0.01, MAX_PRICE_RUPEES * 1e20])(
  "the form and the database agree on a price of %d",
  async (price) => {
    const text = findPriceRefusal(price);
    const expected = text === undefined ? undefined : refusedWith(text);
    expect(await world.refusal("admin", "update plans set price = $1", [price])).toEqual(expected);
    await world.as("admin", free);
    expect(await world.refusal("admin", ADD, ["ug", "cet", "Basic", price, "2030-01-01"])).toEqual(expected);
  },
);

test("a constraint limits the price where no trigger runs, and leaves older rows alone", async () => {
  await world.asOwner("savepoint before");
  const raise = "update plans set price = 1000001 where plan_level = 'pg'";
  await expect(world.withoutTriggers(raise)).rejects.toThrow("plans_cost_at_most_ten_lakh");
  await world.asOwner("rollback to savepoint before");
  await world.asOwner("alter table plans drop constraint plans_cost_at_most_ten_lakh");
  await world.withoutTriggers(raise);
  await world.asOwner(await readFile(PRICE_LIMIT, "utf8"));
  expect(await world.as("student", "select from plans where price > 1000000")).toMatchObject({ rowCount: 4 });
});

test("a plan is changed as it was added: whole", async () => {
  expect(await world.refusal("admin", "update plans set price = null where plan_level = 'pg'")).toEqual(
    refusedWith("All fields are required"),
  );
});

test.each([
  [
    "edited",
    "update plans set price = 1, plan_exam = 'neet', expires_at = '2001-01-01' where plan_name = 'Advanced' and plan_level = 'ug' and plan_exam = 'cet'",
  ],
  ["deleted", "delete from plans"],
])("what a student has stays as it is when the plan is %s", async (_how, change) => {
  await world.as("admin", "delete from plans where plan_exam = 'neet'");
  const mine = "select * from user_plans_with_profiles";
  const before = (await world.as("planned", mine)).rows;
  await world.as("admin", change);
  expect((await world.as("planned", mine)).rows).toEqual(before);
  expect(before).toMatchObject([
    { user_id: planned.id, plan_name: "Advanced", plan_exam: "cet", active: true },
  ]);
});
