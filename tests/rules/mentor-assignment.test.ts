import { expect, test } from "vitest";
import { booking, dayFromToday } from "./calendar.ts";
import { book, makeMentor, setHours } from "./mentor-world.ts";
import { people } from "./people.ts";
import { setUpWorld } from "./rules-world.ts";

const { expired, formerAdmin, newcomer, other, planned } = people;
const world = setUpWorld();
const day = dayFromToday(30);
const TAKEN = "This slot is already booked.";

/** Three mentors in the order of their grants. The student who books has UG CET Advanced. */
const MENTORS = { A: "formerAdmin", B: "expired", C: "newcomer" } as const;
const NAME_OF = new Map<unknown, string>([
  [formerAdmin.id, "A"],
  [expired.id, "B"],
  [newcomer.id, "C"],
  [TAKEN, "nobody"],
]);
type Name = keyof typeof MENTORS;

type Case = {
  /** The mentors who are busy at the time. */
  busy?: Name[];
  /** The number of other bookings on that day. */
  bookings?: Partial<Record<Name, number>>;
  /** The mentor of the student's last call. */
  last?: Name;
  /** Those who know the exam and level of the student's plan. */
  fits?: Name[];
  speaks?: Partial<Record<Name, string[]>>;
  asksFor?: { mentor?: Name; language?: string };
  gets: Name | "nobody";
};

const CASES: [string, Case][] = [
  ["nothing distinguishes them: the one with the oldest rights", { gets: "A" }],
  ["the oldest is busy", { busy: ["A"], gets: "B" }],
  ["all are busy", { busy: ["A", "B", "C"], gets: "nobody" }],
  ["one has less to do that day", { bookings: { A: 2, B: 1, C: 2 }, gets: "B" }],
  ["one knows the exam and has more to do", { bookings: { C: 3 }, fits: ["C"], gets: "C" }],
  ["two know the exam: the one with less to do", { bookings: { B: 1 }, fits: ["B", "C"], gets: "C" }],
  ["one talked to the student, another knows the exam", { last: "B", fits: ["C"], gets: "B" }],
  ["the last one is busy", { last: "B", busy: ["B"], fits: ["C"], gets: "C" }],
  ["the student asks for one", { last: "B", fits: ["B"], asksFor: { mentor: "C" }, gets: "C" }],
  ["the student asks for one who is busy", { busy: ["C"], asksFor: { mentor: "C" }, gets: "nobody" }],
  [
    "one speaks the language",
    { last: "A", speaks: { C: ["Kannada"] }, asksFor: { language: "Kannada" }, gets: "C" },
  ],
  [
    "two speak the language: the one who knows the exam",
    {
      speaks: { B: ["Tulu", "Hindi"], C: ["Hindi"] },
      fits: ["C"],
      asksFor: { language: "Hindi" },
      gets: "C",
    },
  ],
  ["nobody speaks the language", { speaks: { A: ["Hindi"] }, asksFor: { language: "Tulu" }, gets: "nobody" }],
  [
    "the one whom the student asks for does not speak the language",
    { speaks: { A: ["Hindi"] }, asksFor: { mentor: "B", language: "Hindi" }, gets: "nobody" },
  ],
];

test.each(CASES)("%s", async (_title, { busy, bookings = {}, last, fits, speaks, asksFor = {}, gets }) => {
  for (const [name, who] of Object.entries(MENTORS)) {
    const knows = fits?.includes(name as Name);
    await makeMentor(world, who, {
      languages: speaks?.[name as Name] ?? [],
      exams: knows ? ["cet"] : ["neet"],
      levels: knows ? ["ug", "pg"] : ["ug"],
    });
  }
  // now() is the same in a whole transaction, so the grants would be of one instant.
  for (const [index, who] of Object.values(MENTORS).entries())
    await world.asOwner("update mentors set granted_at = now() + make_interval(secs => $2) where id = $1", [
      people[who].id,
      index,
    ]);
  const add = (mentor: Name, student: string, date: string, times: string) =>
    world.withoutTriggers(
      "insert into slots (user_id, mentor_id, start_time, end_time) values ($1, $2, $3, $4)",
      [student, people[MENTORS[mentor]].id, ...booking(date, times)],
    );
  for (const mentor of busy ?? []) await add(mentor, other.id, day, "10:30-10:45");
  for (const [mentor, count] of Object.entries(bookings))
    for (let hour = 14; hour < 14 + count; hour += 1)
      await add(mentor as Name, other.id, day, `${hour}:30-${hour}:45`);
  if (last) {
    await add(last === "A" ? "B" : "A", planned.id, dayFromToday(-9), "12:30-13:00");
    await add(last, planned.id, dayFromToday(-8), "12:30-13:00");
    await add(last === "A" ? "B" : "A", planned.id, dayFromToday(8), "12:30-13:00"); // they have not talked yet
  }
  const got = await book(world, "planned", day, "10:30-11:00", {
    ...(asksFor.mentor && { mentor: people[MENTORS[asksFor.mentor]].id }),
    ...(asksFor.language && { language: asksFor.language }),
  });
  expect(NAME_OF.get(got)).toBe(gets);
});

test("a booking that moves keeps its mentor if they are free, and gets another one otherwise", async () => {
  for (const who of ["formerAdmin", "newcomer"] as const) await makeMentor(world, who);
  await setHours(world, "newcomer", "10:00-13:00");
  expect(await book(world, "planned", day, "10:30-11:00", { mentor: newcomer.id })).toBe(newcomer.id);
  const move = async (times: string, set = "") => {
    const moved = await world.as<{ mentor_id: string }>(
      "planned",
      `update slots set start_time = $1, end_time = $2 ${set} returning mentor_id`,
      booking(day, times),
    );
    return moved.rows[0]?.mentor_id;
  };
  expect(await move("11:30-12:00")).toBe(newcomer.id);
  expect(await move("13:30-14:00")).toBe(formerAdmin.id);
  expect(await move("12:30-13:00")).toBe(formerAdmin.id);
  expect(await move("11:30-12:00", `, wanted_mentor = '${newcomer.id}'`)).toBe(newcomer.id);
  await expect(move("14:30-15:00", `, wanted_mentor = '${newcomer.id}'`)).rejects.toThrow(TAKEN);
});
