/** A refusal by a booking rule, whose message is for the student. For other errors the screen shows its own text. */
export class Refusal extends Error {}

/** The error code of the database's booking rules. */
const RULE_ERROR_CODE = "P0001";

export function toBookingError(error: { code: string; message: string }): Error {
  return error.code === RULE_ERROR_CODE
    ? new Refusal(error.message)
    : new Error(error.message, { cause: error });
}

export function bookingErrorText(error: Error, fallback: string): string;
export function bookingErrorText(error: Error | null, fallback: string): string | undefined;
export function bookingErrorText(error: Error | null, fallback: string): string | undefined {
  if (error === null) return undefined;
  return error instanceof Refusal ? error.message : fallback;
}
