import { functions } from "./functions.ts";

/** Throws in the words of the server, which are for the person who reads them. */
export async function callFunction<Answer>(name: string, body: object): Promise<Answer> {
  const { data, error } = await functions().invoke<Answer>(name, { body });
  if (error) throw new Error(await reasonOf(error), { cause: error });
  return data as Answer;
}

async function reasonOf(error: object): Promise<string> {
  if (!("context" in error) || !(error.context instanceof Response))
    return "Nothing came back. The connection may be weak.";
  const answer: unknown = await error.context.json().catch(() => null);
  const reason = typeof answer === "object" && answer !== null && "error" in answer && answer.error;
  return typeof reason === "string" ? reason : "Something went wrong. Please try again.";
}
