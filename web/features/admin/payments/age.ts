const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Returns how long something waits, such as "less than a minute", "5 minutes", "1 hour" or "3 days". */
export function ageText(since: Date, now: Date): string {
  const ms = now.getTime() - since.getTime();
  if (ms < MINUTE_MS) return "less than a minute";
  const [unitMs, unit] =
    ms < HOUR_MS ? [MINUTE_MS, "minute"] : ms < DAY_MS ? [HOUR_MS, "hour"] : [DAY_MS, "day"];
  const count = Math.floor(ms / (unitMs as number));
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
