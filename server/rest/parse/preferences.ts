import type { Refusal } from "../../errors/refusal.ts";
import { refusal } from "../errors.ts";
import type { Preferences } from "./request.ts";

const KNOWN = {
  resolution: ["merge-duplicates", "ignore-duplicates"],
  missing: ["default", "null"],
  return: ["representation", "minimal", "headers-only"],
  count: ["exact", "planned", "estimated"],
  handling: ["strict", "lenient"],
  /** Known, but without effect: writes are always committed. */
  tx: ["commit", "rollback"],
} as const;

type Mutable = { -readonly [Name in keyof Preferences]: Preferences[Name] };

export const NO_PREFERENCES: Preferences = {
  resolution: undefined,
  return: undefined,
  count: undefined,
  missing: undefined,
  handling: undefined,
  maxAffected: undefined,
};

/** The first of each kind counts. Unknown preferences are ignored, except with handling=strict. */
export function parsePreferences(header: string | undefined): Preferences {
  if (!header) return NO_PREFERENCES;
  const found: Mutable & { tx?: unknown } = { ...NO_PREFERENCES };
  const unknown: string[] = [];
  for (const part of header.split(",").map((part) => part.trim())) {
    const [name = "", value = ""] = part.split(/=(.*)/s);
    if (name === "max-affected" && /^\d{1,15}$/.test(value)) found.maxAffected ??= Number(value);
    else if (isKnown(name, value)) found[name] ??= value as never;
    else unknown.push(part);
  }
  delete found.tx;
  if (found.handling !== "strict") found.maxAffected = undefined;
  else if (unknown.length > 0) throw invalidPreferences(unknown);
  return found;
}

function isKnown(name: string, value: string): name is keyof typeof KNOWN {
  return (
    Object.hasOwn(KNOWN, name) && (KNOWN[name as keyof typeof KNOWN] as readonly string[]).includes(value)
  );
}

function invalidPreferences(unknown: string[]): Refusal {
  return refusal(400, "PGRST122", "Invalid preferences given with handling=strict", {
    details: `Invalid preferences: ${unknown.join(", ")}`,
  });
}
