import fc from "fast-check";
import { expect, test } from "vitest";
import { closingText, findMailRefusal, findRecipients } from "./audience.ts";

test("each address gets one mail, as it was written first, and whoever has none gets none", () => {
  const people = [
    { id: 1, email: "Asha@example.org" },
    { id: 2, email: null },
    { id: 3, email: "asha@EXAMPLE.org" },
    { id: 4, email: " " },
    { id: 5, email: " ravi@example.org " },
    { id: 6, email: "ravi@example.org" },
    { id: 7, email: "" },
  ];
  expect(findRecipients(people)).toEqual([
    { id: 1, email: "Asha@example.org" },
    { id: 5, email: "ravi@example.org" },
  ]);
});

test("nobody is left out, and nobody is written to twice", () => {
  const email = fc.constantFrom(null, "", "a@x.in", "A@x.in", "b@x.in", "a@X.IN", "c@x.in");
  fc.assert(
    fc.property(fc.array(fc.record({ email })), (people) => {
      const lower = (person: { email: string | null }) => person.email?.toLowerCase();
      const found = findRecipients(people).map(lower);
      expect(found).toEqual([...new Set(people.map(lower).filter(Boolean))]);
    }),
  );
});

test.each([
  ["Hello", "There", 1, undefined],
  ["", "There", 0, "Subject and body are required."],
  ["Hello", "\n ", 1, "Subject and body are required."],
  ["Hello", "There", 0, "No users found for the selected plan."],
])("'%s' with '%s' to %i: %s", (subject, body, recipients, refusal) => {
  expect(findMailRefusal({ subject, body, recipients })).toBe(refusal);
});

test.each([
  [200, 0, "Email sent to 200 user(s)."],
  [198, 2, "Failed to send to 2 user(s). Sent successfully to 198."],
  [1, 1, "Failed to send to 1 user(s). Sent successfully to 1."],
  [0, 3, "Failed to send to 3 user(s). Sent successfully to 0."],
])("%i sent and %i failed: %s", (sent, failed, text) => {
  expect(closingText({ sent, failed })).toBe(text);
});
