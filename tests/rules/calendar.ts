const DAY = 24 * 60 * 60 * 1000;

/** Returns the date in Karnataka that is this number of days from today. */
export function dayFromToday(days: number): string {
  return new Date(Date.now() + days * DAY).toLocaleDateString("en-CA", { timeZone: "Asia/Kolkata" });
}

/** A time such as "10:30" on a day in Karnataka. */
export const at = (day: string, time: string) => `${day}T${time}+05:30`;

export type BookingTimes = [start: string, end: string];

/** The start and end of "10:30-11:00" on a day. */
export function booking(day: string, times: string): BookingTimes {
  const [start = "", end = ""] = times.split("-");
  return [at(day, start), at(day, end)];
}
