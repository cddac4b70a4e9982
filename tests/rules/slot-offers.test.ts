import { describe, expect, test } from "vitest";
import { booking, dayFromToday } from "./calendar.ts";
import { makeMentor, setHours } from "./mentor-world.ts";
import { people, type Who } from "./people.ts";
import { refusedWith, setUpWorld } from "./rules-world.ts";
import {
  bookAs,
  fillDay,
  free,
  givePlan,
  join,
  offers,
  passTime,
  runJob,
  type Student,
} from "./waiting-world.ts";

const world = setUpWorld();
const DAY = dayFromToday(5);
const TAKEN = refusedWith("This slot is already booked.");

/** Two mentors with full days; "planned", "student" and "other" (15 minutes) have plans. */
async function setUpMentors(): Promise<void> {
  for (const who of ["formerAdmin", "newcomer"] as const) await makeMentor(world, who);
  for (const who of ["formerAdmin", "newcomer"] as const) await fillDay(world, DAY, who);
  await givePlan(world, "Medium", "student", "admin");
}

const mentorOfOffer = async () =>
  (await world.asOwner("select mentor_id from private.slot_offers where state = 'open'")).map(
    ({ mentor_id }) => mentor_id,
  );

/** Whether the person's screens show the time from 12:30 as taken: by the view, and by the function. */
async function isBusy(who: Who): Promise<boolean[]> {
  const [start, end] = booking(DAY, "12:30-13:00");
  const meets = "where start_time < $2 and end_time > $1";
  const view = await world.as(who, `select from busy_slots ${meets}`, [start, end]);
  const day = await world.as(who, `select from busy_times($3) ${meets}`, [start, end, DAY]);
  return [(view.rowCount ?? 0) > 0, (day.rowCount ?? 0) > 0];
}

describe.each([
  ["with one calendar", null],
  ["with a mentor", "formerAdmin"],
] as const)("%s, an offered time", (_title, mentor) => {
  test("is booked for others and free for the student with the offer", async () => {
    if (mentor) await makeMentor(world, mentor);
    await fillDay(world, DAY, mentor);
    await givePlan(world, "Medium", "student");
    await join(world, DAY, "planned");
    expect(await isBusy("planned")).toEqual([true, true]);
    await free(world, DAY, "12:30", mentor);
    expect(await offers(world)).toEqual(["planned 12:30-13:00 open"]);
    expect(await isBusy("planned")).toEqual([false, false]);
    for (const who of ["student", "other", "admin"] as const) expect(await isBusy(who)).toEqual([true, true]);
    expect(await bookAs(world, "student", DAY, "12:30-13:00")).toEqual(TAKEN);
    expect(await bookAs(world, "other", DAY, "12:45-13:00")).toEqual(TAKEN);
    const nearest = "select * from private.nearest_free_times($1, $2, 30) where start_time = $3";
    const cancelled = [booking(DAY, "13:30-")[0], booking(DAY, "12:30-")[0]];
    expect(await world.asOwner(nearest, [people.student.id, ...cancelled])).toEqual([]);
    expect(await world.asOwner(nearest, [people.planned.id, ...cancelled])).toHaveLength(1);
    await passTime(world); // and no job has run
    expect(await isBusy("student")).toEqual([false, false]);
    expect(await bookAs(world, "student", DAY, "12:30-13:00")).toBeUndefined();
  });
});

describe("with two mentors", () => {
  test("an offer holds one of them, and the other can be booked", async () => {
    await setUpMentors();
    await join(world, DAY, "planned");
    await free(world, DAY, "12:30", "formerAdmin");
    expect(await mentorOfOffer()).toEqual([people.formerAdmin.id]);
    await free(world, DAY, "12:30", "newcomer");
    expect(await isBusy("student")).toEqual([false, false]);
    expect(await bookAs(world, "student", DAY, "12:30-13:00")).toBeUndefined();
    expect(await isBusy("other")).toEqual([true, true]);
    expect(await bookAs(world, "other", DAY, "12:30-12:45")).toEqual(TAKEN);
    expect(await bookAs(world, "planned", DAY, "12:30-13:00")).toBeUndefined();
    const mentors = await world.asOwner(
      "select count(distinct mentor_id)::int from slots where start_time = $1",
      [booking(DAY, "12:30-")[0]],
    );
    expect(mentors).toEqual([{ count: 2 }]);
  });

  test("two freed times are two offers, one for each student", async () => {
    await setUpMentors();
    await join(world, DAY, "planned", "student");
    await free(world, DAY, "12:30", "formerAdmin");
    await free(world, DAY, "12:30", "newcomer");
    expect(await offers(world)).toEqual(["planned 12:30-13:00 open", "student 12:30-13:00 open"]);
    expect(new Set(await mentorOfOffer()).size).toBe(2);
  });

  test("a student with another slot at that time is skipped", async () => {
    await setUpMentors();
    await join(world, DAY, "planned", "student");
    await world.withoutTriggers("update slots set user_id = $1 where start_time = $2 and mentor_id = $3", [
      people.planned.id,
      booking(DAY, "12:30-")[0],
      people.newcomer.id,
    ]);
    await free(world, DAY, "12:30", "formerAdmin");
    expect(await offers(world)).toEqual(["student 12:30-13:00 open"]);
  });

  test("a student whose own call is at the only free time joins the list", async () => {
    await setUpMentors();
    await world.withoutTriggers("update slots set user_id = $1 where start_time = $2 and mentor_id = $3", [
      people.planned.id,
      booking(DAY, "12:30-")[0],
      people.newcomer.id,
    ]);
    await free(world, DAY, "12:30", "formerAdmin");
    await join(world, DAY, "planned");
    expect(await offers(world)).toEqual([]);
  });

  test("of two offers at one time, one is withdrawn when both mentors leave and one calendar is left", async () => {
    await setUpMentors();
    await join(world, DAY, "planned", "student");
    for (const who of ["formerAdmin", "newcomer"] as const) await free(world, DAY, "12:30", who);
    // The other bookings of that student would meet in one mentor.
    await world.withoutTriggers("delete from slots where mentor_id = $1", [people.newcomer.id]);
    for (const who of ["newcomer", "formerAdmin"] as const)
      await world.as("admin", "select revoke_mentor($1)", [people[who].id]);
    expect((await offers(world)).map((offer) => offer.split(" ").at(-1)).toSorted()).toEqual([
      "open",
      "withdrawn",
    ]);
  });

  test("nobody else's booking can be given to the mentor who is held", async () => {
    await setUpMentors();
    await join(world, DAY, "planned");
    await free(world, DAY, "12:30", "formerAdmin");
    const [slot] = await world.asOwner("select id from slots where start_time = $1", [
      booking(DAY, "12:30-")[0],
    ]);
    expect(
      await world.refusal("admin", "select move_booking($1, $2)", [slot?.id, people.formerAdmin.id]),
    ).toEqual(refusedWith("That mentor is not free at this time."));
  });

  test("a mentor who blocks the held time: the offer goes to another free mentor, or ends", async () => {
    await setUpMentors();
    await join(world, DAY, "planned");
    await free(world, DAY, "12:30", "formerAdmin");
    const block = (who: Student) =>
      world.as(who, "select block_time($1, $2, $3)", [people[who].id, ...booking(DAY, "12:30-13:00")]);
    await free(world, DAY, "12:30", "newcomer");
    await block("formerAdmin");
    expect(await mentorOfOffer()).toEqual([people.newcomer.id]);
    await block("newcomer");
    expect(await offers(world)).toEqual(["planned 12:30-13:00 withdrawn"]);
    // The time that was taken from them is offered again.
    await world.as("newcomer", "delete from mentor_absences");
    expect(await offers(world)).toEqual(["planned 12:30-13:00 open", "planned 12:30-13:00 withdrawn"]);
  });

  test.each([
    ["hours", () => setHours(world, "newcomer", "12:00-13:00")],
    ["the rights of a mentor", () => makeMentor(world, "expired")],
    [
      "a mentor who takes bookings again",
      async () => {
        await setHours(world, "newcomer", "12:00-13:00");
        await world.asOwner("delete from private.slot_offers");
        await world.as("admin", "select set_mentor_active($1, false)", [people.newcomer.id]);
        await world.as("admin", "select set_mentor_active($1, true)", [people.newcomer.id]);
      },
    ],
    ["an absence that ends", () => world.as("newcomer", "delete from mentor_absences")],
  ] as const)("%s that open a time make an offer in the same transaction", async (what, open) => {
    await makeMentor(world, "formerAdmin");
    await fillDay(world, DAY, "formerAdmin");
    await makeMentor(world, "newcomer");
    if (what.startsWith("an absence"))
      await world.asOwner("insert into mentor_absences (mentor_id, starts_at, ends_at) values ($1, $2, $3)", [
        people.newcomer.id,
        ...booking(DAY, "10:00-22:00"),
      ]);
    else await world.asOwner("delete from mentor_hours where mentor_id = $1", [people.newcomer.id]);
    await join(world, DAY, "planned");
    expect(await offers(world)).toEqual([]);
    await open();
    expect(await offers(world)).toHaveLength(1);
  });

  test("an offer goes with its time to the first mentor, and ends when a revoked mentor leaves no time", async () => {
    await fillDay(world, DAY);
    await join(world, DAY, "planned");
    await free(world, DAY, "12:30");
    expect(await mentorOfOffer()).toEqual([null]);
    await makeMentor(world, "newcomer");
    expect(await mentorOfOffer()).toEqual([people.newcomer.id]);
    await makeMentor(world, "formerAdmin");
    await world.asOwner("delete from mentor_hours where mentor_id = $1", [people.formerAdmin.id]);
    await world.as("admin", "select revoke_mentor($1)", [people.newcomer.id]);
    expect(await offers(world)).toEqual(["planned 12:30-13:00 withdrawn"]);
  });

  test("a mentor who waits as a student is not offered their own time", async () => {
    await makeMentor(world, "planned");
    await fillDay(world, DAY, "planned");
    await givePlan(world, "Medium", "student");
    await join(world, DAY, "planned", "student");
    await free(world, DAY, "12:30", "planned");
    expect(await offers(world)).toEqual(["student 12:30-13:00 open"]);
  });
});

describe("the mail about an offer", () => {
  const claim = async (id: unknown) => world.asOwner("select * from private.claim_offer_mail($1)", [id]);
  async function setUp(): Promise<unknown> {
    await fillDay(world, DAY);
    await givePlan(world, "Medium", "student");
    await join(world, DAY, "planned", "student");
    await free(world, DAY, "12:30");
    return (await world.asOwner("select id from private.slot_offers where state = 'open'"))[0]?.id;
  }

  test("is queued with the offer, and sent once", async () => {
    const id = await setUp();
    expect(
      await world.asOwner(
        "select payload ->> 'offerId' as id from graphile_worker._private_jobs where payload ->> 'offerId' is not null",
      ),
    ).toEqual([{ id }]);
    const [start, end] = booking(DAY, "12:30-13:00");
    await world.as("planned", "update profiles set language = 'kn'");
    const [mail] = await claim(id);
    expect(mail).toMatchObject({
      kind: "offered",
      language: "kn",
      email: "planned@example.org",
      first_name: "Planned",
      start_time: new Date(start),
      end_time: new Date(end),
    });
    expect(await claim(id)).toEqual([]);
    await world.asOwner("select private.release_offer_mail($1)", [id]);
    expect(await claim(id)).toHaveLength(1);
  });

  test("is not sent when the offer has ended, or the student has turned e-mail off", async () => {
    const id = await setUp();
    await world.asOwner("update profiles set notify_email = false where id = $1", [people.planned.id]);
    expect(await claim(id)).toEqual([]);
    await passTime(world);
    await runJob(world);
    const [next] = await world.asOwner("select id from private.slot_offers where state = 'open'");
    await world.as("student", "select decline_offer($1)", [next?.id]);
    expect(await claim(next?.id)).toEqual([]);
  });
});
