/** A reason why the server or a command cannot start: one line that tells the operator what to do. Any other error is a fault. */
export class StartupError extends Error {}

/** The text for the operator: the line of a StartupError, and everything that is known of a fault. */
export function describeStartFailure(error: unknown): string {
  return error instanceof StartupError ? error.message : describe(error);
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined
    ? String(error.stack)
    : `${error.stack}\ncaused by ${describe(error.cause)}`;
}
