/** The days whose times have changed, or "all". */
export type ChangedDays = readonly string[] | "all";

export interface LiveScreen {
  /** When the times on the screen arrived, in milliseconds. */
  updatedAt(): number;
  refresh(days: ChangedDays): void;
}

export function includesDay(days: ChangedDays, day: string): boolean {
  return days === "all" || days.includes(day);
}
