import { expect, test } from "vitest";
import { fillMergeFields, findUnknownMergeFields, MERGE_FIELDS, mergeFieldText } from "./merge-fields.ts";

const KAVYA = {
  first_name: "Kavya",
  plan_level: "ug",
  plan_exam: "neet",
  plan_name: "Medium",
  plan_ends_at: "2026-12-31T18:29:59+00:00",
  next_call: "2026-11-25T05:00:00+00:00",
};

test.each([
  ["Dear {{first name}},", KAVYA, "Dear Kavya,"],
  ["Dear {{ First Name | friend }},", {}, "Dear friend,"],
  ["Dear {{first name}},", { first_name: " " }, "Dear student,"],
  ["{{plan}} ends {{plan's end}}", KAVYA, "UG / NEET / Medium ends Thu 31 Dec 2026, 11:59 PM"],
  ["{{plan’s end|soon}}", {}, "soon"],
  ["{{exam}} and {{next call|nothing}}", KAVYA, "UG NEET and Wed 25 Nov 2026, 10:30 AM"],
  ["{{first name|}}!", {}, "!"],
  ["{{unknown}} {{first name", KAVYA, "{{unknown}} Kavya"],
])("%j for %j is %j", (text, values, expected) => {
  expect(fillMergeFields(text, values)).toBe(expected);
});

test("a name cannot become markup, or another field", () => {
  const encode = (text: string) => text.replaceAll("<", "&lt;");
  expect(fillMergeFields("{{first name}}", { first_name: "<b>{{plan}}\n" }, encode)).toBe("&lt;b>{{plan}}");
});

test.each([
  ["Dear {{first name|student}}", []],
  ["{{phone}} {{phone}} {{first name}} {{}}", ["{{phone}}", "{{}}"]],
  ["{{first name", ["{{first name"]],
  ["{{first name\n}}", ["{{first name"]],
  ["{ {first name} }", []],
])("in %j, the unknown fields are %j", (text, unknown) => {
  expect(findUnknownMergeFields(text)).toEqual(unknown);
});

test("every field that the menu inserts is known, and says its fallback", () => {
  for (const field of MERGE_FIELDS) {
    expect(findUnknownMergeFields(mergeFieldText(field))).toEqual([]);
    expect(fillMergeFields(mergeFieldText(field), {})).toBe(field.fallback);
  }
});
