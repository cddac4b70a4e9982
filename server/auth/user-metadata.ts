import { Refusal } from "./errors.ts";

/** A check that fails, characters that JSON has and jsonb has not, and nesting beyond all sense. */
const REFUSED = new Set(["23514", "22P05", "22P02", "54001"]);

/** What a person says of himself, as text for the database. */
export function dataText(data: Record<string, unknown>): string {
  try {
    return JSON.stringify(data);
  } catch (cause) {
    // Nested too deeply to be walked through.
    throw new Refusal("dataTooLarge", { cause });
  }
}

/** PostgreSQL judges what can be stored: it travels in every access token, so the table keeps it small. */
export async function refusingBadData<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    const { code } = cause as { code?: unknown };
    if (typeof code === "string" && REFUSED.has(code)) throw new Refusal("dataTooLarge", { cause });
    throw cause;
  }
}
