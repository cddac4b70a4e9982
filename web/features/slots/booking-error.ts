/** A rule said no, in words for the student. Whatever else goes wrong is a fault, of which the screen has its own. */
export class Refusal extends Error {}

/** The code under which the rules of a booking answer. */
const RULE = "P0001";

export function toBookingError(error: { code: string; message: string }): Error {
  return error.code === RULE ? new Refusal(error.message) : new Error(error.message, { cause: error });
}

export function bookingErrorText(error: Error | null, fault: string): string | undefined {
  if (error === null) return undefined;
  return error instanceof Refusal ? error.message : fault;
}
