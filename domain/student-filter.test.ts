import { expect, test } from "vitest";
import { describeStudentFilter, readStudentFilter, type StudentFilter } from "./student-filter.ts";

const MARK = "0c000000-0000-4000-8000-000000000001";

const everything: Required<StudentFilter> = {
  search: "asha rao",
  level: "ug",
  exam: "neet",
  name: "Basic",
  status: "Active",
  payment: "waiting",
  endsWithinDays: 7,
  booked: "never",
  documents: "new",
  joinedFrom: "2026-11-01",
  joinedTo: "2026-11-30",
  seenWithinDays: 1,
  notSeenForDays: 30,
  email: "off",
  language: "kn",
  mark: MARK,
  account: "complete",
};

test("every condition is read and described", () => {
  expect(readStudentFilter(everything)).toEqual(everything);
  expect(describeStudentFilter(everything, { [MARK]: "call back" })).toBe(
    "“asha rao” · UG · NEET · Basic · Active · Payment to confirm · Never booked · New documents · E-mail off · Kannada · " +
      "With a profile · Ends within 7 days · Joined from 2026-11-01 · Joined until 2026-11-30 · Seen within 1 day · " +
      "Not seen for 30 days · Mark: call back",
  );
});

test("the database's order of the conditions makes no other filter", () => {
  const [first, second] = [
    { exam: "neet", level: "ug" },
    { level: "ug", exam: "neet" },
  ].map(readStudentFilter);
  expect(JSON.stringify(first)).toBe(JSON.stringify(second));
});

test("a filter without conditions is everybody", () => {
  expect(describeStudentFilter({})).toBe("Everybody");
  expect(describeStudentFilter({ mark: MARK }, {})).toBe("Mark: removed");
  expect(describeStudentFilter({ mark: MARK })).toBe("With a mark");
});

test.each<[unknown]>([
  [null],
  ["ug"],
  [[]],
  [{ level: "UG" }],
  [{ level: "constructor" }],
  [{ toString: "ug" }],
  [{ search: "" }],
  [{ search: "x".repeat(201) }],
  [{ endsWithinDays: 1.5 }],
  [{ endsWithinDays: "7" }],
  [{ endsWithinDays: 401 }],
  [{ seenWithinDays: -1 }],
  [{ joinedFrom: "2026-13-01" }],
  [{ joinedFrom: "2026-02-30" }],
  [{ joinedTo: "yesterday" }],
  [{ mark: "1" }],
  [{ unknown: "x" }],
])("an unknown condition is left out: %j", (value) => {
  expect(readStudentFilter(value)).toEqual({});
});
