import { expect, test } from "vitest";
import { collegePage } from "./college-page.ts";
import type { CollegeCourse } from "./rows/college-courses.ts";
import type { College, Directory } from "./rows/directory.ts";

const college = {
  id: 1,
  space: "KEA",
  code: "E001",
  name: "A College",
  lists: ["UGCET"],
} as unknown as College;
const directory = {
  colleges: [college],
  lists: [{ code: "UGCET", name: "UGCET" }],
  kindFees: [],
} as unknown as Directory;
const counts = { year: 2025, total: 60, kea: 30, comedk: 0, management: 0, snq: 0, source: "", before: null };
const course = {
  ...{ id: 1, list: "UGCET", key: "CS", code: "CS", name: "Computer Science", counts, fee: null, trend: [] },
  ...{ newestYear: 2026, isListed: true, wasListed: true },
} satisfies CollegeCourse;

const textOf = (...courses: CollegeCourse[]) =>
  collegePage(college, courses, directory, "").content.toString();

test("a course that is new, gone, or has changed its seats says so", () => {
  expect(textOf(course)).not.toMatch(/New:|may be gone|have changed/);
  expect(textOf({ ...course, wasListed: false })).toContain("New: no list before 2026 that we have has it.");
  expect(textOf({ ...course, isListed: false })).toContain(
    "Not in the lists of 2026 so far: it may be gone.",
  );
  const before = { year: 2024, kea: 45 };
  expect(textOf({ ...course, counts: { ...counts, before } })).toContain(
    "KEA seats have changed: 45 in 2024-25.",
  );
  expect(textOf({ ...course, counts: { ...counts, before: { ...before, kea: 30 } } })).not.toContain(
    "have changed",
  );
});

test("where seats of one year only are known, the page says that a change cannot be said", () => {
  const note = "so we cannot say whether a course has changed its seats since";
  expect(textOf(course)).toContain(note);
  expect(textOf({ ...course, counts: { ...counts, before: { year: 2024, kea: 30 } } })).not.toContain(note);
  expect(textOf({ ...course, counts: null })).not.toContain(note);
});

test("a merit list of a single year says of no course that it is new", () => {
  expect(textOf({ ...course, newestYear: null, isListed: false, wasListed: false })).not.toMatch(
    /New:|may be gone/,
  );
});
