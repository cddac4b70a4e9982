import { Refusal } from "./errors.ts";

/** The table's own bound; PostgreSQL's spelling of a value is never shorter than this one. */
const LONGEST = 4096;
/** A check that fails, characters that JSON has and jsonb has not, and nesting beyond all sense. */
const REFUSED = new Set(["23514", "22P05", "22P02", "54001"]);

/** What a person says of himself, as text for the database. It travels in every access token, so it stays small. */
export function dataText(data: Record<string, unknown>): string {
  const text = asText(data);
  if (text.length > LONGEST) throw new Refusal("dataTooLarge");
  return text;
}

/** PostgreSQL has the last word on what can be stored. */
export async function refusingBadData<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    const { code } = cause as { code?: unknown };
    if (typeof code === "string" && REFUSED.has(code)) throw new Refusal("dataTooLarge", { cause });
    throw cause;
  }
}

function asText(data: Record<string, unknown>): string {
  try {
    return JSON.stringify(data);
  } catch (cause) {
    // Nested too deeply to be walked through.
    throw new Refusal("dataTooLarge", { cause });
  }
}
