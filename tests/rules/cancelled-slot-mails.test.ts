import { expect, test } from "vitest";
import { booking, dayFromToday } from "./calendar.ts";
import { people, type Who } from "./people.ts";
import { setUpWorld } from "./rules-world.ts";

const world = setUpWorld();
const DAY = dayFromToday(3);

async function book(times: string): Promise<string> {
  const { rows } = await world.as<{ id: string }>(
    "planned",
    "insert into slots (user_id, start_time, end_time) values ($1, $2, $3) returning id",
    [people.planned.id, ...booking(DAY, times)],
  );
  return rows[0]?.id ?? "";
}
const remove = (slot: string, who: Who) => world.as(who, "delete from slots where id = $1", [slot]);
const claim = async (slot: string) =>
  (await world.asOwner("select kind, was_start from private.claim_slot_mail($1, 'change')", [slot]))[0];

test("a student is told that a slot was cancelled, even if the mail about its booking was not sent yet", async () => {
  const [cancelled, own] = [await book("10:30-11:00"), await book("11:30-12:00")];
  await remove(cancelled, "secretKey");
  await remove(own, "planned");
  expect(await claim(cancelled)).toEqual({
    kind: "cancelled",
    was_start: new Date(booking(DAY, "10:30-11:00")[0]),
  });
  expect(await claim(cancelled)).toBeUndefined();
  expect(await claim(own)).toBeUndefined();
});

test("a slot that was moved after its mail is cancelled under the time that the student was told", async () => {
  const slot = await book("10:30-11:00");
  await claim(slot);
  await world.as("planned", "update slots set start_time = $2, end_time = $3 where id = $1", [
    slot,
    ...booking(DAY, "12:30-13:00"),
  ]);
  await remove(slot, "secretKey");
  expect(await claim(slot)).toEqual({
    kind: "cancelled",
    was_start: new Date(booking(DAY, "10:30-11:00")[0]),
  });
});

test("an account is deleted with its coming slots", async () => {
  const slot = await book("10:30-11:00");
  await world.asOwner("delete from auth.users where id = $1", [people.planned.id]);
  expect(await claim(slot)).toBeUndefined();
});
