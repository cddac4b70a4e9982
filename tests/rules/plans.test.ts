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
const DELETE_BASIC =
  "delete from plans where plan_level = 'ug' and plan_exam = 'cet' and plan_name = 'Basic'";

test("the initial offers have the prices and expiry of the price table", async () => {
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

describe("adding an offer", () => {
  test.each([
    ["level", [null, "cet", "Basic", 1, "2030-01-01"]],
    ["exam", ["ug", "", "Basic", 1, "2030-01-01"]],
    ["name", ["ug", "cet", null, 1, "2030-01-01"]],
    ["price", ["ug", "cet", "Basic", null, "2030-01-01"]],
    ["expiry", ["ug", "cet", "Basic", 1, null]],
  ])("requires the %s", async (_field, values) => {
    await world.as("admin", DELETE_BASIC);
    expect(await world.refusal("admin", ADD, values)).toEqual(refusedWith("All fields are required"));
  });

  test.each([
    ["an unknown level", ["xx", "cet", "Basic", 1, "2030-01-01"], "plans_have_a_known_level"],
    ["an unknown exam", ["ug", "jee", "Basic", 1, "2030-01-01"], "plans_have_a_known_exam"],
    ["an unknown name", ["ug", "cet", "None", 1, "2030-01-01"], "plans_have_a_known_name"],
    ["a price below zero", ["ug", "cet", "Basic", -0.01, "2030-01-01"], "plans_have_a_price"],
    ["a price that is not a number", ["ug", "cet", "Basic", "NaN", "2030-01-01"], "The price can be at most"],
    ["an infinite price", ["ug", "cet", "Basic", "Infinity", "2030-01-01"], "The price can be at most"],
    ["an infinite expiry", ["ug", "cet", "Basic", 1, "infinity"], "plans_have_a_finite_expiry"],
    ["Medium for PG", ["pg", "cet", "Medium", 1, "2030-01-01"], "plans_for_pg_are_never_medium"],
    ["a second price for the same plan", ["ug", "neet", "Basic", 1, "2030-01-01"], "plans_are_offered_once"],
  ])("refuses %s", async (_what, values, constraint) => {
    await world.as("admin", DELETE_BASIC);
    expect((await world.refusal("admin", ADD, values))?.message).toContain(constraint);
  });

  test.each([0, 0.5, 15500.5])("accepts a price of %d", async (price) => {
    await world.as("admin", DELETE_BASIC);
    expect((await world.as("admin", ADD, ["ug", "cet", "Basic", price, "2030-01-01"])).rowCount).toBe(1);
  });
});

test.each([MAX_PRICE_RUPEES - 0.01, MAX_PRICE_RUPEES, MAX_PRICE_RUPEES + 0.01, MAX_PRICE_RUPEES * 1e20])(
  "the form and the database agree on a price of %d",
  async (price) => {
    const text = findPriceRefusal(price);
    const expected = text === undefined ? undefined : refusedWith(text);
    expect(await world.refusal("admin", "update plans set price = $1", [price])).toEqual(expected);
    await world.as("admin", DELETE_BASIC);
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

test("changing an offer requires the same fields as adding it", async () => {
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
])("an assigned plan stays the same when the offer is %s", async (_how, change) => {
  await world.as("admin", "delete from plans where plan_exam = 'neet'");
  const ownPlan = "select * from user_plans_with_profiles";
  const before = (await world.as("planned", ownPlan)).rows;
  await world.as("admin", change);
  expect((await world.as("planned", ownPlan)).rows).toEqual(before);
  expect(before).toMatchObject([
    { user_id: planned.id, plan_name: "Advanced", plan_exam: "cet", active: true },
  ]);
});
