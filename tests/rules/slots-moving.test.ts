import { expect, test } from "vitest";
import { BREAK, HOURS, QUARTER } from "./booking-cases.ts";
import { booking, dayFromToday } from "./calendar.ts";
import { people } from "./people.ts";
import { refusedWith, setUpWorld } from "./rules-world.ts";

const { other, planned } = people;

const world = setUpWorld();

const soon = dayFromToday(30);
const later = dayFromToday(31);

async function book(day: string, times: string): Promise<unknown> {
  const { rows } = await world.as(
    "other",
    "insert into slots (user_id, start_time, end_time) values ($1, $2, $3) returning id",
    [other.id, ...booking(day, times)],
  );
  return rows[0]?.id;
}

/** Moves a slot. Returns the refusal, or the number of slots moved. */
async function move(id: unknown, day: string, times: string) {
  const values = [id, ...booking(day, times)];
  const statement = "update slots set start_time = $2, end_time = $3 where id = $1";
  return (
    (await world.refusal("other", statement, values)) ?? (await world.as("other", statement, values)).rowCount
  );
}

test("a slot can move within its day even if the day is full", async () => {
  const ids = [];
  for (const times of ["10:30-10:45", "11:30-11:45", "12:30-12:45"]) ids.push(await book(soon, times));
  expect(await move(ids[0], soon, "13:30-13:45")).toBe(1);
  expect(await move(ids[1], soon, "10:30-10:45")).toBe(1);
});

test("a slot cannot move to a day that is full", async () => {
  for (const times of ["10:30-10:45", "11:30-11:45", "12:30-12:45"]) await book(later, times);
  const id = await book(soon, "10:30-10:45");
  expect(await move(id, later, "13:30-13:45")).toEqual(
    refusedWith("You have reached the maximum of 3 slots for this day."),
  );
});

test("a slot can be saved at its own time", async () => {
  const id = await book(soon, "10:30-10:45");
  expect(await move(id, soon, "10:30-10:45")).toBe(1);
});

test.each([
  ["09:45-10:00", HOURS],
  ["11:00-11:15", BREAK],
  ["11:30-12:00", QUARTER],
  ["14:30-14:45", "This slot is already booked."],
])("a move to %s is refused like a booking", async (times, message) => {
  await world.as("planned", "insert into slots (user_id, start_time, end_time) values ($1, $2, $3)", [
    planned.id,
    ...booking(soon, "14:30-15:00"),
  ]);
  const id = await book(soon, "10:30-10:45");
  expect(await move(id, soon, times)).toEqual(refusedWith(message));
});

test("a slot cannot move into the past", async () => {
  const id = await book(soon, "10:30-10:45");
  expect(await move(id, dayFromToday(-1), "10:30-10:45")).toEqual(
    refusedWith("Please select a future date and time."),
  );
});

test("a slot cannot lose its start or end", async () => {
  await book(soon, "10:30-10:45");
  expect(await world.refusal("other", "update slots set end_time = null")).toEqual(
    refusedWith("Please select date and time."),
  );
});

test.each([
  ["began a microsecond ago", "1 microsecond", 0],
  ["begins now", "0", 0],
  ["begins in a microsecond", "-1 microsecond", 1],
])("a slot that %s can be moved and cancelled only before it begins", async (_when, since, changeable) => {
  const id = await book(soon, "10:30-10:45");
  await world.withoutTriggers(
    "update slots set start_time = now() - $2::interval, end_time = now() + interval '15 minutes' where id = $1",
    [id, since],
  );
  expect(await move(id, later, "10:30-10:45")).toBe(changeable);
  await world.withoutTriggers(
    "update slots set start_time = now() - $2::interval, end_time = now() + interval '15 minutes' where id = $1",
    [id, since],
  );
  expect((await world.as("other", "delete from slots where id = $1", [id])).rowCount).toBe(changeable);
});

test("the time from which a slot was moved is free for others", async () => {
  const id = await book(soon, "10:30-10:45");
  await move(id, soon, "11:30-11:45");
  const taken = "insert into slots (user_id, start_time, end_time) values ($1, $2, $3)";
  expect(
    await world.refusal("planned", taken, [planned.id, ...booking(soon, "10:30-11:00")]),
  ).toBeUndefined();
});
