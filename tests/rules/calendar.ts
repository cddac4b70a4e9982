const DAY = 24 * 60 * 60 * 1000;

/** A day in Karnataka, so many days from today there. */
export function dayFromToday(days: number): string {
  return new Date(Date.now() + days * DAY).toLocaleDateString("en-CA", { timeZone: "Asia/Kolkata" });
}

/** "10:30" on a day, by the clocks of Karnataka. */
export const at = (day: string, time: string) => `${day}T${time}+05:30`;

export type Booking = [start: string, end: string];

/** "10:30-11:00" on a day. */
export function booking(day: string, times: string): Booking {
  const [start = "", end = ""] = times.split("-");
  return [at(day, start), at(day, end)];
}
