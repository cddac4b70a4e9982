import { dayOf, formatDay, formatTime } from "../../../domain/kolkata-time.ts";

/** "3:40 PM", with the day if it is not today. */
export function formatKeptAt(keptAt: number): string {
  const instant = new Date(keptAt);
  const isToday = dayOf(instant) === dayOf(new Date());
  return isToday ? formatTime(instant) : `${formatDay(instant)}, ${formatTime(instant)}`;
}
