import { describe, expect, test } from "vitest";
import { booking, dayFromToday } from "./calendar.ts";
import { makeMentor } from "./mentor-world.ts";
import { people, type Who } from "./people.ts";
import { setUpWorld } from "./rules-world.ts";

const world = setUpWorld();

const DAY = dayFromToday(3);
const LATER = dayFromToday(4);

async function book(who: "planned" | "other" = "planned", times = "10:30-11:00"): Promise<string> {
  const { rows } = await world.as<{ id: string }>(
    who,
    "insert into slots (user_id, start_time, end_time) values ($1, $2, $3) returning id",
    [people[who].id, ...booking(DAY, times)],
  );
  return rows[0]?.id ?? "";
}
const move = (slot: string, times: string, day = LATER) =>
  world.as("planned", "update slots set start_time = $2, end_time = $3 where id = $1", [
    slot,
    ...booking(day, times),
  ]);
const remove = (slot: string, who: Who = "planned") =>
  world.as(who, "delete from slots where id = $1", [slot]);

interface Claim {
  kind: string;
  email: string;
  start_time: Date;
  end_time: Date;
  was_start: Date | null;
  was_end: Date | null;
  [column: string]: unknown;
}
const claim = async (slot: string, about = "change") =>
  (await world.asOwner<Claim>("select * from private.claim_slot_mail($1, $2)", [slot, about]))[0];
const claimed = async (slot: string, about?: string) => (await claim(slot, about))?.kind;
const release = (slot: string, { kind, start_time, was_start, was_end, was_mentor }: Claim) =>
  world.asOwner("select private.release_slot_mail($1, $2, $3, $4, $5, $6)", [
    slot,
    kind,
    start_time,
    was_start,
    was_end,
    was_mentor,
  ]);
const jobs = () =>
  world.asOwner<{ about: string; seconds: number }>(
    `select payload ->> 'about' as about, extract(epoch from run_at - now())::int as seconds
     from graphile_worker._private_jobs where payload ->> 'slotId' is not null`,
  );

describe("a change of a slot", () => {
  test("a booking is mailed once, with the phone and the times", async () => {
    const slot = await book();
    expect(await jobs()).toEqual([{ about: "change", seconds: 0 }]);
    expect(await claim(slot)).toMatchObject({
      kind: "booked",
      email: "planned@example.org",
      first_name: "Planned",
      language: "en",
      phone: "90000 00003",
      start_time: new Date(booking(DAY, "10:30-11:00")[0]),
      was_start: null,
    });
    expect(await claim(slot)).toBeUndefined();
  });

  test("several moves are one mail a minute later, which has the last time and the one before", async () => {
    const slot = await book();
    await claim(slot);
    await move(slot, "11:30-12:00");
    await move(slot, "12:30-13:00");
    expect(await jobs()).toEqual([{ about: "change", seconds: 60 }]);
    // The language, too, is that of the moment.
    await world.as("planned", "update profiles set language = 'kn'");
    expect(await claim(slot)).toMatchObject({
      kind: "moved",
      language: "kn",
      start_time: new Date(booking(LATER, "12:30-13:00")[0]),
      was_start: new Date(booking(DAY, "10:30-11:00")[0]),
    });
    expect(await claim(slot)).toBeUndefined();
    // Back again before the mail was sent.
    await move(slot, "13:30-14:00");
    await move(slot, "12:30-13:00");
    expect(await claim(slot)).toBeUndefined();
  });

  test("a slot that is moved before the first mail is announced as booked, at its last time", async () => {
    const slot = await book();
    await move(slot, "11:30-12:00");
    expect(await claim(slot)).toMatchObject({
      kind: "booked",
      start_time: new Date(booking(LATER, "11:30-12:00")[0]),
    });
  });

  test("a deletion is mailed once, and never for a slot that was not announced", async () => {
    const [told, untold] = [await book(), await book("other", "11:30-11:45")];
    await claim(told);
    await remove(told);
    await remove(untold, "other");
    expect(await claim(told)).toMatchObject({
      kind: "deleted",
      start_time: new Date(booking(DAY, "10:30-11:00")[0]),
    });
    expect(await claim(told)).toBeUndefined();
    expect(await claim(untold)).toBeUndefined();
  });

  test("students who turned e-mail off, or are banned, get none", async () => {
    for (const [off, on] of [
      ["update profiles set notify_email = false", "update profiles set notify_email = true"],
      ["update auth.users set banned_until = 'infinity'", "update auth.users set banned_until = null"],
    ] as const) {
      const slot = await book();
      await world.asOwner(`${off} where id = $1`, [people.planned.id]);
      expect(await claim(slot)).toBeUndefined();
      await world.asOwner(`${on} where id = $1`, [people.planned.id]);
      // A mail that was left out is not sent later.
      expect(await claim(slot)).toBeUndefined();
      await remove(slot);
    }
  });

  test("the notice that a mentor cancelled is sent to those who turned e-mail off too", async () => {
    const [cancelled, own] = [await book(), await book("planned", "11:30-12:00")];
    await claim(cancelled);
    await claim(own);
    await world.asOwner("update profiles set notify_email = false");
    await remove(cancelled, "secretKey");
    await remove(own);
    expect(await claimed(cancelled)).toBe("cancelled");
    expect(await claimed(own)).toBeUndefined();
  });

  test("another mentor is announced by name, but not that the first mentor got the first calendar", async () => {
    const slot = await book();
    expect(await claim(slot)).toMatchObject({ mentor: null, video_url: null });
    await makeMentor(world, "other");
    expect(await claim(slot)).toBeUndefined();
    const successor = await makeMentor(world, "student");
    await world.asOwner(
      "update mentor_links set video_url = 'https://meet.example.org/x' where mentor_id = $1",
      [successor],
    );
    await world.as("admin", "select move_booking($1, $2)", [slot, successor]);
    expect(await claim(slot)).toMatchObject({
      kind: "mentor changed",
      mentor: "Student Gowda",
      video_url: "https://meet.example.org/x",
    });
    expect(await claim(slot)).toBeUndefined();
    await world.as("admin", "select cancel_booking($1)", [slot]);
    expect(await claimed(slot)).toBe("cancelled");
  });

  test("a mail that could not be sent is claimed again, and another one that followed stays claimed", async () => {
    const slot = await book();
    for (const change of [() => Promise.resolve(), () => move(slot, "11:30-12:00"), () => remove(slot)]) {
      await change();
      const first = await claim(slot);
      await release(slot, first as Claim);
      expect(await claim(slot)).toEqual(first);
    }
    const other = await book();
    const late = (await claim(other)) as Claim;
    await move(other, "12:30-13:00");
    await claim(other);
    await release(other, late);
    expect(await claim(other)).toBeUndefined();
  });

  test("the version for calendars changes with each move, and not with the topic", async () => {
    const slot = await book();
    const version = async () =>
      (
        await world.asOwner<{ seconds: number }>(
          "select extract(epoch from changed_at - now())::int as seconds from slots",
        )
      )[0]?.seconds;
    expect(await version()).toBe(0);
    await world.as("planned", "update slots set topic = 'Fees'");
    expect(await version()).toBe(0);
    await move(slot, "11:30-12:00");
    await move(slot, "12:30-13:00");
    expect(await version()).toBe(2);
  });
});

describe("reminders", () => {
  /** Books a slot and moves it to so many minutes from now, as if it had been booked so many minutes ago. */
  async function bookAt(startsInMinutes: number, bookedMinutesAgo = 10_000): Promise<string> {
    const slot = await book();
    await claim(slot);
    await startIn(slot, startsInMinutes, bookedMinutesAgo);
    await world.asOwner("delete from graphile_worker._private_jobs");
    return slot;
  }
  const startIn = (slot: string, minutes: number, bookedMinutesAgo: number) =>
    world.withoutTriggers(
      // JavaScript's dates have no microseconds, and neither have the starts of slots.
      `update slots set start_time = date_trunc('second', now()) + make_interval(mins => $2),
         end_time = now() + make_interval(mins => $2 + 30),
         changed_at = date_trunc('second', now()) - make_interval(mins => $3) where id = $1`,
      [slot, minutes, bookedMinutesAgo],
    );
  const queue = async () => {
    await world.asOwner("select private.queue_reminders()");
    return (await jobs()).length;
  };

  test.each([
    ["a day and a minute before", 24 * 60 + 1, 10_000, undefined],
    ["a day before", 24 * 60, 10_000, "day before"],
    ["two hours and a minute before, after an outage", 121, 10_000, "day before"],
    ["two hours before, after an outage", 120, 10_000, undefined],
    ["an hour and a minute before", 61, 10_000, undefined],
    ["an hour before", 60, 10_000, "hour before"],
    ["a minute before", 1, 10_000, "hour before"],
    ["when it starts", 0, 10_000, undefined],
    ["after it has started", -1, 10_000, undefined],
    ["a day before, booked an hour ago", 24 * 60, 60, "day before"],
    ["a day before, booked 59 minutes ago", 24 * 60, 59, undefined],
    ["an hour before, booked an hour ago", 60, 60, "hour before"],
    ["an hour before, booked 59 minutes ago", 60, 59, undefined],
  ] as const)("%s", async (_when, startsIn, bookedAgo, expected) => {
    const slot = await bookAt(startsIn, bookedAgo);
    expect(await queue()).toBe(expected ? 1 : 0);
    expect(await claimed(slot, "reminder")).toBe(expected);
    expect(await claimed(slot, "reminder")).toBeUndefined();
  });

  test("each is sent once, for the time that counts then", async () => {
    const slot = await bookAt(24 * 60);
    expect(await queue()).toBe(1);
    expect(await queue()).toBe(1); // the same job
    expect(await claimed(slot, "reminder")).toBe("day before");
    await world.asOwner("delete from graphile_worker._private_jobs");
    expect(await queue()).toBe(0);
    await startIn(slot, 23 * 60, 10_000); // moved
    expect(await queue()).toBe(1);
    expect(await claimed(slot, "reminder")).toBe("day before");
    await startIn(slot, 60, 10_000);
    const hour = (await claim(slot, "reminder")) as Claim;
    expect(hour.kind).toBe("hour before");
    await release(slot, hour);
    expect(await claimed(slot, "reminder")).toBe("hour before");
    expect(await claimed(slot, "reminder")).toBeUndefined();
  });

  test("a deleted slot has none, nor has a student who turned e-mail off", async () => {
    const slot = await bookAt(60);
    await remove(slot);
    expect(await claim(slot, "reminder")).toBeUndefined();
    const other = await bookAt(60);
    await world.asOwner("update profiles set notify_email = false");
    expect(await claim(other, "reminder")).toBeUndefined();
  });
});

test("rows of past slots are deleted, and those of deleted ones that the student knows about", async () => {
  const [past, upcoming, deleted, unsent] = [
    await book(),
    await book("planned", "11:30-12:00"),
    await book("planned", "12:30-13:00"),
    await book("other", "13:30-13:45"),
  ];
  await claim(upcoming);
  await claim(unsent);
  await remove(deleted);
  await remove(unsent, "other"); // the mail about it is not sent yet
  await world.withoutTriggers(
    "update slots set start_time = start_time - interval '9 days', end_time = end_time - interval '9 days' where id = $1",
    [past],
  );
  await world.asOwner("select private.delete_old_slot_mails()");
  expect(await world.asOwner("select slot_id from private.slot_mails order by told_start")).toEqual([
    { slot_id: upcoming },
    { slot_id: unsent },
  ]);
});

test("nobody reads, claims or queues these mails with a request", async () => {
  const slot = await book();
  for (const who of ["visitor", "planned", "admin", "secretKey"] as const)
    for (const sql of [
      "select * from private.slot_mails",
      `select * from private.claim_slot_mail('${slot}', 'change')`,
      "select private.queue_reminders()",
      "update slots set changed_at = now()",
    ])
      expect((await world.refusal(who, sql))?.code, `${who}: ${sql}`).toBe(
        who === "secretKey" && sql.startsWith("update") ? undefined : "42501",
      );
});
