import type { Locator, Page } from "@playwright/test";
import type { Plan } from "../world/people.ts";
import { expect } from "./fixtures.ts";
import type { Person } from "./people.ts";

export const BASIC: Plan = { level: "ug", exam: "cet", name: "Basic" };
export const MEDIUM: Plan = { level: "ug", exam: "neet", name: "Medium" };
export const ADVANCED: Plan = { level: "pg", exam: "cet", name: "Advanced" };

/** Returns the instant of a day and time in Karnataka. */
export function at(day: string, time: string): Date {
  return new Date(`${day}T${time}:00+05:30`);
}

/** Books without the screen, with the student's rights, as from another tab or phone. */
export async function book(student: Person, day: string, time: string, minutes = 30): Promise<void> {
  const start = at(day, time);
  const end = new Date(start.getTime() + minutes * 60_000);
  const times = { start_time: start.toISOString(), end_time: end.toISOString() };
  const { error } = await student.tables.from("slots").insert({ user_id: student.id, ...times });
  if (error) throw error;
}

/** Returns the start times of the student's slots, earliest first. */
export async function startsOf(student: Person): Promise<string[]> {
  const { data, error } = await student.tables.from("slots").select("start_time").order("start_time");
  if (error) throw error;
  return data.map((row) => new Date(row.start_time).toISOString());
}

/** Formats a day as on the page: "Saturday 21 November". */
export function formatDay(day: string): string {
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en-GB", { timeZone: "Asia/Kolkata", ...options }).format(at(day, "12:00"));
  return `${part({ weekday: "long" })} ${part({ day: "numeric" })} ${part({ month: "long" })}`;
}

export async function openDay(page: Page, day: string): Promise<Locator> {
  await page.goto("/book-slot");
  return showDay(page, day);
}

/** Chooses the day on the open page. */
export async function showDay(page: Page, day: string): Promise<Locator> {
  await page.getByLabel("Date").fill(day);
  const panel = page.getByRole("region", { name: "Available Slots" });
  await expect(panel.getByRole("region", { name: `Slots of ${formatDay(day)}` })).toBeVisible();
  return panel;
}

export function freeSlot(page: Page, day: string, times: string): Locator {
  return page.getByRole("button", { name: `${formatDay(day)}, ${times}, available`, exact: true });
}

/** Opens the day and chooses a free slot of it. */
export async function chooseSlot(page: Page, day: string, times: string): Promise<Locator> {
  const panel = await openDay(page, day);
  await freeSlot(page, day, times).click();
  return panel;
}

export function press(page: Page, name: string): Promise<void> {
  return page.getByRole("button", { name, exact: true }).click();
}

export async function openHistory(page: Page): Promise<void> {
  await page.getByRole("tab", { name: "Slot History" }).click();
}

/** Requests that tests hold back or let fail. */
export const SLOT_REQUESTS = /\/rest\/v1\/slots/;
export const BUSY_SLOT_REQUESTS = /\/rest\/v1\/busy_slots/;
