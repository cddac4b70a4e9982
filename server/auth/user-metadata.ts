import { kindOf } from "../errors/kind-of.ts";
import { refusal } from "./errors.ts";

export function serializeMetadata(data: Record<string, unknown>): string {
  try {
    return JSON.stringify(data);
  } catch (cause) {
    // The data is nested too deeply to serialize.
    throw refusal("dataTooLarge", { cause });
  }
}

/**
 * PostgreSQL decides what can be stored. Its check keeps the data small, since it travels in every access token; some
 * characters of JSON do not exist in jsonb, and its nesting is limited.
 */
export async function refuseInvalidMetadata<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    const kind = kindOf(cause);
    if (kind === "invalid" || kind === "tooLarge") throw refusal("dataTooLarge", { cause });
    throw cause;
  }
}
