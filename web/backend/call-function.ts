import { functions } from "./functions.ts";

/** Calls a server function. Throws an error with the server's message, which is written for users. */
export async function callFunction<Result>(name: string, body: object): Promise<Result> {
  const { data, error } = await functions().invoke<Result>(name, { body });
  if (error) throw new Error(await messageOf(error), { cause: error });
  return data as Result;
}

async function messageOf(error: object): Promise<string> {
  if (!("context" in error) || !(error.context instanceof Response))
    return "No response from the server. The connection may be weak.";
  const body: unknown = await error.context.json().catch(() => null);
  const message = typeof body === "object" && body !== null && "error" in body && body.error;
  return typeof message === "string" ? message : "Something went wrong. Please try again.";
}
