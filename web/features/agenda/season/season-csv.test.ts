import { expect, test } from "vitest";
import { dayName, mondayOf, sumOfMentors, type Week } from "./season.ts";
import { seasonCsv } from "./season-csv.ts";

const week: Week = {
  held: 2,
  missed: 1,
  unmarked: 0,
  coming: 3,
  heldMinutes: 45,
  missedMinutes: 15,
  openMinutes: 90,
  freeMinutes: 600,
};
const none = Object.fromEntries(Object.keys(week).map((name) => [name, 0])) as unknown as Week;
const mentors = [
  { id: "1", name: "Dr. Rao", weeks: [week, none] },
  { id: "2", name: "=HYPERLINK(1)", weeks: [none, week] },
];

test("the file has a row per mentor and week, and no name is a formula", () => {
  expect(seasonCsv("2026-12-28", mentors).split("\r\n")).toEqual([
    '\ufeff"Week from","Mentor","Held","Missed","Not marked","To come","Hours held","Hours missed","Hours free"',
    '"2026-12-28","Dr. Rao","2","1","0","3","0.75","0.25","10"',
    '"2027-01-04","Dr. Rao","0","0","0","0","0","0","0"',
    '"2026-12-28","\'=HYPERLINK(1)","0","0","0","0","0","0","0"',
    '"2027-01-04","\'=HYPERLINK(1)","2","1","0","3","0.75","0.25","10"',
    "",
  ]);
});

test("the weeks of all mentors add up", () => {
  expect(sumOfMentors(mentors)).toEqual([week, week]);
  expect(sumOfMentors([])).toEqual([]);
});

test.each([
  ["2026-11-23", "2026-11-23"],
  ["2026-11-29", "2026-11-23"],
  ["2027-01-01", "2026-12-28"],
])("the week of %s begins on %s", (day, monday) => {
  expect(mondayOf(day)).toBe(monday);
});

test("a week has the name of its Monday", () => {
  expect(dayName("2026-12-28")).toBe("Mon 28 Dec 2026");
});
