import { expect, test } from "vitest";
import { findPhoneQuestion, findPinCodeQuestion, findWhatsAppNumber } from "./contact-details.ts";

test.each(["", " ", "98450 12345", "+91 98450-12345", "080 2222 3333", "(080) 22223333"])(
  "the phone number %j raises no question",
  (phone) => expect(findPhoneQuestion(phone)).toBeUndefined(),
);

test.each(["12", "abc", "98450 1234", "98450 12345 x", "1234567890123456"])(
  "the phone number %j raises a question",
  (phone) => expect(findPhoneQuestion(phone)).toBe("Is this right? Mentors call this number."),
);

test.each(["", "583103", "560 001"])("the PIN code %j raises no question", (pinCode) =>
  expect(findPinCodeQuestion(pinCode)).toBeUndefined(),
);

test.each(["12", "abc", "5831031", "083103"])("the PIN code %j raises a question", (pinCode) =>
  expect(findPinCodeQuestion(pinCode)).toBe("Is this right? A PIN code has six digits."),
);

test.each([
  ["98450 12345", "919845012345"],
  ["098450 12345", "919845012345"],
  ["919845012345", "919845012345"],
  ["+91 98450-12345", "919845012345"],
  ["0091 98450 12345", "919845012345"],
  ["+1 415 555 2671", "14155552671"],
  ["98450 1234", undefined],
  ["+12", undefined],
  ["ask my father", undefined],
  ["", undefined],
])("the number of %j in an address of WhatsApp is %j", (phone, expected) => {
  expect(findWhatsAppNumber(phone)).toBe(expected);
});
