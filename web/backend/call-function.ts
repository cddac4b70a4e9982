import { functions } from "./functions.ts";

export const NO_RESPONSE = "No response from the server. The connection may be weak.";

/** Calls a server function. Throws an error with the server's message, which is written for users. */
export async function callFunction<Result>(name: string, body: object): Promise<Result> {
  const { data, error } = await functions().invoke<Result>(name, { body });
  if (error) throw new Error(await messageOf(error), { cause: error });
  return data as Result;
}

export async function messageOf(error: object): Promise<string> {
  if (!("context" in error) || !(error.context instanceof Response)) return NO_RESPONSE;
  const body: unknown = await error.context.json().catch(() => null);
  const message = typeof body === "object" && body !== null && "error" in body && body.error;
  return typeof message === "string" ? message : "Something went wrong. Please try again.";
}
