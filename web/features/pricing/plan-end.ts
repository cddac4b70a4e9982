import { dayOf, formatDay } from "../../../domain/kolkata-time.ts";

/** Returns a text such as "Ends on Fri 31 Dec 2027". */
export function planEnd({ expiresAt }: { expiresAt: Date }): string {
  return `Ends on ${formatDay(expiresAt)} ${dayOf(expiresAt).slice(0, 4)}`;
}
