import { functions } from "./functions.ts";

export const NO_RESPONSE = "No response from the server. The connection may be weak.";

/** Calls a server function. Throws an error with the server's message, which is written for users. */
export async function callFunction<Result>(name: string, body: object): Promise<Result> {
  const { data, error } = await functions().invoke<Result>(name, { body });
  if (error) throw await describeError(error);
  return data as Result;
}

/** Returns whether the function refused for a reason on which the screen acts. */
export function isRefusedBecause(error: Error, reason: string): boolean {
  return error instanceof FunctionError && error.reason === reason;
}

export async function messageOf(error: object): Promise<string> {
  return (await describeError(error)).message;
}

class FunctionError extends Error {
  readonly reason: unknown;

  constructor(message: string, cause: object, reason?: unknown) {
    super(message, { cause });
    this.reason = reason;
  }
}

async function describeError(error: object): Promise<FunctionError> {
  if (!("context" in error) || !(error.context instanceof Response))
    return new FunctionError(NO_RESPONSE, error);
  const body: { error?: unknown; code?: unknown } | null = await error.context.json().catch(() => null);
  const message = typeof body?.error === "string" ? body.error : "Something went wrong. Please try again.";
  return new FunctionError(message, error, body?.code);
}
