import { expect, test } from "vitest";
import { findTemplateWarning } from "./template-fit.ts";

const draft = (template: string, plan: string, audience = "") => ({
  requestId: "",
  template,
  plan,
  audience,
  sendAt: "",
  subject: "S",
  body: "B",
  attached: [],
});

test.each([
  ["UG NEET notification", "UG / NEET / Basic", "", true],
  ["UG NEET notification", "All of UG NEET", "", true],
  ["UG NEET notification", "PG / NEET / Basic", "", false],
  ["UG NEET notification", "", "", false],
  ["UG NEET notification", "", '{"level":"ug","exam":"neet","booked":"never"}', true],
  ["UG NEET notification", "", '{"exam":"neet"}', false],
  ["UG NEET notification", "", '{"student":"a"}', true],
  ["Welcome", "", "", true],
  ["", "", "", true],
])("the template %j for %j %j fits: %j", (template, plan, audience, fits) => {
  expect(findTemplateWarning(draft(template, plan, audience)) === undefined).toBe(fits);
});
