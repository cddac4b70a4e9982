import { expect, test } from "vitest";
import { closingText, findMailRefusal } from "./audience.ts";

test.each([
  ["Hello", "There", 1, undefined],
  ["", "There", 0, "Subject and body are required."],
  ["Hello", "\n ", 1, "Subject and body are required."],
  ["Hello", "There", 0, "No users found for the selected plan."],
])(
  "a mail with the subject '%s' and the body '%s' to %i recipients is refused with: %s",
  (subject, body, recipients, refusal) => {
    expect(findMailRefusal({ subject, body, recipients })).toBe(refusal);
  },
);

test.each([
  [200, 0, "Email sent to 200 user(s)."],
  [198, 2, "Failed to send to 2 user(s). Sent successfully to 198."],
  [1, 1, "Failed to send to 1 user(s). Sent successfully to 1."],
  [0, 3, "Failed to send to 3 user(s). Sent successfully to 0."],
])("%i mails sent and %i failed are reported as: %s", (sent, failed, text) => {
  expect(closingText({ sent, failed })).toBe(text);
});
