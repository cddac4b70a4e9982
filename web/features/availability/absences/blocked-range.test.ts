import { expect, test } from "vitest";
import { findRange, formatRange, type TypedRange } from "./blocked-range.ts";

const NOW = new Date("2026-11-23T12:00:00+05:30");
const TODAY: TypedRange = { isWholeDay: true, day: "2026-11-23", lastDay: "", from: "10:00", until: "13:00" };

test.each<[Partial<TypedRange>, string]>([
  [{}, "Mon 23 Nov"],
  [{ lastDay: "2026-11-25" }, "Mon 23 Nov – Wed 25 Nov"],
  [{ lastDay: "2027-02-22" }, "Mon 23 Nov – Mon 22 Feb"],
  [{ isWholeDay: false }, "Mon 23 Nov, 10:00 AM – 1:00 PM"],
])("%j is the time %s", (part, text) => {
  const range = findRange({ ...TODAY, ...part }, NOW);
  expect("start" in range && formatRange(range)).toBe(text);
});

test.each<[Partial<TypedRange>, string]>([
  [{ day: "" }, "Please choose a day."],
  [{ day: "2026-11-22" }, "This day has passed."],
  [{ lastDay: "2026-11-22" }, "The last day must not be before the first."],
  [{ lastDay: "2027-02-23" }, "At most 92 days at once."],
  [{ isWholeDay: false, until: "10:00" }, "The end must be after the start."],
  [{ isWholeDay: false, until: "12:00" }, "This time has passed."],
])("%j is refused: %s", (part, text) => {
  expect(findRange({ ...TODAY, ...part }, NOW)).toMatchObject({ text });
});
