import { expect, test } from "vitest";
import { findPhoneQuestion, findPinCodeQuestion } from "./contact-details.ts";

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
