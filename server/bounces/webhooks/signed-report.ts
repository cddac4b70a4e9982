import type { z } from "zod";
import { Refusal } from "../../errors/refusal.ts";

/** Parses a report, or refuses it. */
export function parseReport<Schema extends z.ZodType>(schema: Schema, text: string): z.infer<Schema> {
  const parsed = schema.safeParse(parseJson(text));
  if (!parsed.success) throw new Refusal(400, "The report is not in the provider's format.");
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // No schema accepts undefined, so the report is refused.
    return undefined;
  }
}

export function refuseSignature(): Refusal {
  return new Refusal(403, "The signature is not valid.");
}

/** A report that somebody recorded must not be sent again much later; clocks differ by a few minutes. */
export function requireRecent(at: Date, maxAgeMs: number): void {
  const ageMs = Date.now() - at.getTime();
  if (!(ageMs <= maxAgeMs && ageMs >= -5 * 60_000)) throw new Refusal(403, "The report is too old.");
}

/** The status, if a provider reports one: a permanent failure without one is counted as "undefined" (RFC 3463). */
export function toStatus(status: string | null | undefined): string {
  return /^[245]\.\d{1,3}\.\d{1,3}$/.exec(status ?? "")?.[0] ?? "5.0.0";
}
