// The texts are the same in the database's rules and in their preview on the screen.
export const HOURS = "Slot must be between 10:00 AM and 10:00 PM (Working hours)";
export const BREAK = "Cannot book during a break period. Please select a valid slot.";
export const QUARTER = "A slot of your plan lasts 15 minutes.";
export const HALF = "A slot of your plan lasts 30 minutes.";

type BookingCase = readonly [times: string, refusal: string | undefined];

/** Requests of a student whose slots last 15 minutes, at the edges of every rule. */
export const QUARTER_HOURS: readonly BookingCase[] = [
  ["00:00-00:15", HOURS],
  ["00:30-00:45", HOURS],
  ["09:30-09:45", HOURS],
  ["09:45-10:00", HOURS],
  ["10:00-10:15", BREAK],
  ["10:15-10:30", BREAK],
  ["10:29:59-10:44:59", BREAK],
  ["10:30-10:45", undefined],
  ["10:30:00.001-10:45:00.001", BREAK],
  ["10:30:01-10:45:01", BREAK],
  ["10:31-10:46", BREAK],
  ["10:40-10:55", BREAK],
  ["10:45-11:00", undefined],
  ["10:45-11:00:00.001", BREAK],
  ["10:50-11:05", BREAK],
  ["10:30-11:00", QUARTER],
  ["10:30-10:44", QUARTER],
  ["10:30-10:30", QUARTER],
  ["10:45-10:30", QUARTER],
  ["11:00-11:15", BREAK],
  ["21:15-21:30", BREAK],
  ["21:30-21:45", undefined],
  ["21:45-22:00", undefined],
  ["21:45-22:15", HOURS],
  ["22:00-22:15", HOURS],
  ["22:30-22:45", HOURS],
  ["23:45-23:59:59", HOURS],
];

/** The same cases for slots of 30 minutes. */
export const HALF_HOURS: readonly BookingCase[] = [
  ["09:30-10:00", HOURS],
  ["09:45-10:15", HOURS],
  ["10:00-10:30", BREAK],
  ["10:15-10:45", BREAK],
  ["10:30-11:00", undefined],
  ["10:45-11:15", BREAK],
  ["10:45-11:00", HALF],
  ["10:30-10:45", HALF],
  ["21:30-22:00", undefined],
  ["21:45-22:15", HOURS],
  ["22:00-22:30", HOURS],
];
