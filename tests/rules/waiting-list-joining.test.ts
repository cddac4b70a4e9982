import { describe, expect, test } from "vitest";
import { booking, dayFromToday } from "./calendar.ts";
import { people } from "./people.ts";
import { refusedWith, setUpWorld } from "./rules-world.ts";
import { fillDay, join, nameOf, tryToJoin } from "./waiting-world.ts";

const world = setUpWorld();
const DAY = dayFromToday(5);

const waiting = async () =>
  (
    await world.asOwner<{ user_id: string }>(
      "select user_id from private.waiting_students order by joined_at",
    )
  ).map(({ user_id }) => nameOf(user_id));

describe("joining", () => {
  test("a student with a plan joins the list of a full day once, however often they ask", async () => {
    await fillDay(world, DAY);
    await join(world, DAY, "planned", "planned", "other");
    expect(await waiting()).toEqual(["planned", "other"]);
  });

  test.each([
    ["without a plan", "student", 5, "Please purchase a plan to book slots."],
    ["whose plan has ended", "expired", 5, "Please purchase a plan to book slots."],
    ["for yesterday", "planned", -1, "Please select a future date and time."],
    ["for a day too far ahead", "planned", 366, "Please select a date within the next 365 days."],
    ["for a day that has a free time", "planned", 6, "This day has free slots. Please book one of them."],
  ] as const)("nobody joins %s", async (_case, who, days, message) => {
    await fillDay(world, DAY);
    expect(await tryToJoin(world, who, dayFromToday(days))).toEqual(refusedWith(message));
  });

  test.each(["infinity", "-infinity", null])("nobody joins the list of the day %s", async (day) => {
    expect(await world.refusal("planned", "select join_waiting_list($1)", [day])).toEqual(
      refusedWith("Please select a future date and time."),
    );
  });

  test("a quarter of an hour is free for a short slot only", async () => {
    await fillDay(world, DAY);
    await world.withoutTriggers(
      "update slots set end_time = end_time - interval '15 minutes' where start_time = $1",
      [booking(DAY, "12:30-")[0]],
    );
    expect(await tryToJoin(world, "planned", DAY)).toBeUndefined();
    expect(await tryToJoin(world, "other", DAY)).toEqual(
      refusedWith("This day has free slots. Please book one of them."),
    );
  });

  test("a student waits for five days at most, and for another one after leaving", async () => {
    const days = [5, 6, 7, 8, 9, 10].map(dayFromToday);
    for (const day of days) await fillDay(world, day);
    for (const day of days.slice(0, 5)) await join(world, day, "planned");
    expect(await tryToJoin(world, "planned", days[5] ?? "")).toEqual(
      refusedWith("You can be on the waiting lists of 5 days at once. Please leave one of them first."),
    );
    await world.as("planned", "select leave_waiting_list($1)", [days[2]]);
    await world.as("planned", "select leave_waiting_list($1)", [days[2]]);
    expect(await tryToJoin(world, "planned", days[5] ?? "")).toBeUndefined();
  });

  test("a student with three slots of the day, or all upcoming slots, cannot join", async () => {
    await fillDay(world, DAY);
    await world.withoutTriggers("update slots set user_id = $1 where start_time < $2", [
      people.planned.id,
      booking(DAY, "13:30-")[0],
    ]);
    expect(await tryToJoin(world, "planned", DAY)).toEqual(
      refusedWith("You have reached the maximum of 3 slots for this day."),
    );
    await fillDay(world, dayFromToday(6));
    await world.asOwner("update private.settings set bookings_max_upcoming = 3");
    expect(await tryToJoin(world, "planned", dayFromToday(6))).toEqual(
      refusedWith("You have reached the maximum of 3 upcoming slots."),
    );
  });

  test("a student who missed two calls cannot join beyond the days that they may book", async () => {
    await fillDay(world, DAY);
    await world.withoutTriggers(
      `with slot as (
         insert into slots (user_id, start_time, end_time)
         select $1, now() - day, now() - day + interval '30 minutes'
         from unnest(array[interval '3 days', interval '5 days']) as day returning id
       ) insert into call_outcomes (slot_id, outcome) select id, 'missed' from slot`,
      [people.planned.id],
    );
    expect((await tryToJoin(world, "planned", DAY))?.message).toMatch(/^You did not come to two calls/);
    expect(await tryToJoin(world, "other", DAY)).toBeUndefined();
  });

  test("a list has 500 students at most", async () => {
    await fillDay(world, DAY);
    await world.withoutTriggers(
      "insert into private.waiting_students (user_id, day) select gen_random_uuid(), $1 from generate_series(1, 500)",
      [DAY],
    );
    expect(await tryToJoin(world, "planned", DAY)).toEqual(
      refusedWith("The waiting list of this day is full. Please try another day."),
    );
  });
});
