import { expect, test } from "vitest";
import { bookingErrorText, Refusal, toBookingError } from "./booking-error.ts";

test.each([
  ["P0001", "This slot is already booked.", "This slot is already booked."],
  ["42501", "permission denied", "Failed to book slot."],
  ["", "TypeError: Failed to fetch", "Failed to book slot."],
])("only a refusal by a booking rule shows its message: code '%s'", (code, message, expected) => {
  const error = toBookingError({ code, message });
  expect(bookingErrorText(error, "Failed to book slot.")).toBe(expected);
  expect(error instanceof Refusal).toBe(code === "P0001");
});

test("without an error there is no text", () => {
  expect(bookingErrorText(null, "Failed to book slot.")).toBeUndefined();
});
