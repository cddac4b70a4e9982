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
])("%j has the placeholders %j", (text, placeholders) => {
  expect(findPlaceholders(text)).toEqual(placeholders);
});

test("the templates about an exam have placeholders for dates only", () => {
  const found = TEMPLATES.map(({ label, subject, body }) => [label, findPlaceholders(subject + body)]);
  expect(found).toEqual([
    ["Welcome", []],
    ["UG CET notification", ["[date]"]],
    ["UG NEET notification", ["[date]"]],
    ["PG CET notification", ["[date]"]],
    ["PG NEET notification", ["[date]"]],
  ]);
});
