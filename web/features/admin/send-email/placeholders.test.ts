import { expect, test } from "vitest";
import { findPlaceholders } from "./placeholders.ts";
import { TEMPLATES } from "./templates.ts";

test.each([
  ["Open till 4 August.", []],
  ["Open from [date] to [date], at [place].", ["[date]", "[place]"]],
  ["Open till [date", ["[date"]],
  ["Open till [date\nand on", ["[date"]],
  ["[]", ["[]"]],
  ["only an end ]", []],
])("%j leaves %j open", (text, open) => {
  expect(findPlaceholders(text)).toEqual(open);
});

test("every text about an exam leaves its dates to the admin, and only those", () => {
  const open = TEMPLATES.map(({ label, subject, body }) => [label, findPlaceholders(subject + body)]);
  expect(open).toEqual([
    ["Welcome", []],
    ["UG CET notification", ["[date]"]],
    ["UG NEET notification", ["[date]"]],
    ["PG CET notification", ["[date]"]],
    ["PG NEET notification", ["[date]"]],
  ]);
});
