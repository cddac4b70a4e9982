import { expect, test } from "vitest";
import { booking, dayFromToday } from "./calendar.ts";
import { makeMentor } from "./mentor-world.ts";
import { people, type Who } from "./people.ts";
import { setUpWorld } from "./rules-world.ts";

const world = setUpWorld();

/** Calls of "planned" a year ago, of "student" half a year ago, and of "planned" in a month. */
async function addCalls(): Promise<string> {
  const mentor = await makeMentor(world, "other");
  for (const [user, days] of [
    [people.planned.id, -360],
    [people.student.id, -180],
    [people.planned.id, 30],
  ] as const)
    await world.withoutTriggers(
      "insert into slots (user_id, mentor_id, start_time, end_time) values ($1, $2, $3, $4)",
      [user, mentor, ...booking(dayFromToday(days), "10:30-11:00")],
    );
  return mentor;
}

async function find(search: string, who: Who = "admin"): Promise<unknown[]> {
  const { rows } = await world.as(
    who,
    "select student_name from list_bookings(current_date - 365, current_date + 365, null, $1)",
    [search],
  );
  return rows.map(({ student_name }) => student_name);
}

test.each([
  ["planned", 2],
  ["PLAN", 2],
  ["gowda planned", 2],
  ["9000000003", 2],
  ["+91 90000 00003", 2],
  ["90000", 3],
  ["gowda", 3],
  ["planned@example.org", 0],
  ["%", 0],
  ["planned student", 0],
])("a search for %j finds %i calls within two years, whenever they were", async (search, count) => {
  await addCalls();
  expect(await find(search)).toHaveLength(count);
});

test("a mentor finds only their own calls, and a student none", async () => {
  await addCalls();
  await makeMentor(world, "expired");
  expect(await find("gowda", "other")).toHaveLength(3);
  expect(await find("gowda", "expired")).toEqual([]);
  await expect(find("gowda", "planned")).rejects.toThrow("You are not authorized to access this page");
});

test.each([
  ["", 61, undefined],
  ["", 62, "Please choose at most 62 days."],
  ["  ", 62, "Please choose at most 62 days."],
  ["gowda", 730, undefined],
  ["gowda", 731, "Please choose at most 731 days."],
])("with the search %j, %i days later is the answer %j", async (search, days, message) => {
  const refused = await world.refusal(
    "admin",
    "select * from list_bookings(current_date, current_date + $1::int, null, $2)",
    [days, search],
  );
  expect(refused?.message).toBe(message);
});
