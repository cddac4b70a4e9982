import { beforeEach, describe, expect, test } from "vitest";
import { slotLabel, slotsOfDay } from "../../domain/slot-day.ts";
import { dayFromToday } from "./calendar.ts";
import { book, makeMentor, setHours } from "./mentor-world.ts";
import { people, type Who } from "./people.ts";
import { setUpWorld } from "./rules-world.ts";

const { formerAdmin, other, planned, student } = people;
const world = setUpWorld();
const day = dayFromToday(5);
const DAY = {
  "10:30": "10:30-11:00",
  "11:30": "11:30-12:00",
  "15:30": "15:30-16:00",
  "16:30": "16:30-17:00",
};
type Request = { mentor?: string; language?: string };

/** "other" speaks Kannada and works in the morning, "student" speaks two languages and works in the afternoon. */
beforeEach(async () => {
  await makeMentor(world, "other", { languages: ["Kannada"] });
  await setHours(world, "other", "10:00-12:00");
  await makeMentor(world, "student", { languages: ["English", "Kannada"] });
  await setHours(world, "student", "15:00-17:00");
});

/** Returns the starts that the screen offers. */
async function offered({ mentor, language }: Request, who: Who = "planned"): Promise<string[]> {
  const { rows } = await world.as<{ start_time: Date; end_time: Date }>(
    who,
    "select * from busy_times($1, $2, $3)",
    [day, mentor, language],
  );
  const busy = rows.map(({ start_time, end_time }) => ({ start: start_time, end: end_time }));
  return slotsOfDay({ day, minutes: 30, busy, own: [], now: new Date() })
    .filter((slot) => slotLabel(slot) === "Available")
    .map(({ start }) => start.toLocaleTimeString("en-GB", { timeZone: "Asia/Kolkata", timeStyle: "short" }));
}

const MORNING = ["10:30", "11:30"];
const AFTERNOON = ["15:30", "16:30"];

const REQUESTS: readonly (readonly [wanted: string, request: Request, free: readonly string[]])[] = [
  ["anyone", {}, [...MORNING, ...AFTERNOON]],
  ["the mentor of the morning", { mentor: other.id }, MORNING],
  ["the mentor of the afternoon", { mentor: student.id }, AFTERNOON],
  ["a language of both", { language: "Kannada" }, [...MORNING, ...AFTERNOON]],
  ["a language of one", { language: "English" }, AFTERNOON],
  ["a language of nobody", { language: "Tulu" }, []],
  ["a mentor who does not speak the language", { mentor: other.id, language: "English" }, []],
  ["somebody who is no mentor", { mentor: formerAdmin.id }, []],
  ["themselves", { mentor: planned.id }, []],
];

describe.each(REQUESTS)("a student who asks for %s", (_wanted, request, free) => {
  test(`is offered ${free.join(", ") || "nothing"}, and gets exactly these`, async () => {
    expect(await offered(request)).toEqual(free);
    for (const [start, times] of Object.entries(DAY)) {
      await world.asOwner("savepoint booking");
      const mentor = MORNING.includes(start) ? other.id : student.id;
      const expected = free.includes(start) ? mentor : "This slot is already booked.";
      expect(await book(world, "planned", day, times, request), start).toBe(expected);
      await world.asOwner("rollback to savepoint booking");
    }
  });
});

test("a time that another student has booked with the mentor is no longer offered", async () => {
  await world.asOwner("update mentors set languages = '{Kannada}'");
  await setHours(world, "student", "10:00-12:00");
  await world.withoutTriggers("update user_plans set plan_name = 'Medium'");
  expect(await book(world, "expired", day, DAY["10:30"], { mentor: other.id })).toBe(
    "Please purchase a plan to book slots.",
  );
  await world.withoutTriggers("update user_plans set expires_at = now() + interval '90 days'");
  expect(await book(world, "expired", day, DAY["10:30"], { mentor: other.id })).toBe(other.id);
  expect(await offered({ mentor: other.id })).toEqual(["11:30"]);
  expect(await offered({ mentor: student.id })).toEqual(MORNING);
  expect(await offered({ language: "Kannada" })).toEqual(MORNING);
});

test("students choose among the mentors who take bookings and have hours, and nobody else", async () => {
  await world.asOwner("insert into mentor_photos (mentor_id, jpeg) values ($1, '/9j/AAAA')", [other.id]);
  const bookable = async (who: Who) => (await world.as(who, "select * from bookable_mentors()")).rows;
  const hasChoice = async (who: Who) =>
    (await world.as(who, "select has_choice from booking_terms()")).rows[0];
  const first = { id: other.id, name: "Other Gowda", languages: ["Kannada"], about: "", has_photo: true };
  const second = {
    id: student.id,
    name: "Student Gowda",
    languages: ["English", "Kannada"],
    about: "",
    has_photo: false,
  };
  expect(await bookable("planned")).toEqual([first, second]);
  expect(await hasChoice("planned")).toEqual({ has_choice: true });
  expect(await bookable("other")).toEqual([second]);
  expect(await hasChoice("other")).toEqual({ has_choice: false });
  expect((await world.refusal("visitor", "select * from bookable_mentors()"))?.code).toBe("42501");

  await makeMentor(world, "formerAdmin");
  await world.as("admin", "select set_mentor_hours($1, '[]')", [formerAdmin.id]);
  expect(await bookable("planned")).toHaveLength(2);
  await world.as("admin", "select set_mentor_active($1, false)", [student.id]);
  expect(await bookable("planned")).toEqual([first]);
  await world.as("admin", "select revoke_mentor($1)", [other.id]);
  expect(await bookable("planned")).toEqual([]);
  expect(await hasChoice("planned")).toEqual({ has_choice: false });
});
