import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

export const SECTIONS = [
  ["start", "Before anything else"],
  ["who-does-what", "Who does what"],
  ["ug-cet", "UG CET, step by step"],
  ["ug-neet", "UG NEET, step by step"],
  ["pg-cet", "PG CET (PGCET), step by step"],
  ["pg-neet", "PG NEET, step by step"],
  ["four-choices", "The four choices"],
  ["documents", "Documents to have ready"],
  ["clauses", "Eligibility clauses and checks"],
  ["reservation", "Reservation"],
  ["dates", "Dates of the last cycle"],
  ["money", "Money"],
  ["mistakes", "Fourteen common mistakes"],
  ["where-to-ask", "Where to ask"],
  ["sources", "Where the numbers come from"],
] as const;

export async function expectAllSections(page: Page): Promise<void> {
  for (const [id, title] of SECTIONS) {
    const heading = page.getByRole("heading", { level: 2, name: title, exact: true });
    await expect(heading).toBeVisible();
    await expect(heading).toHaveAttribute("id", id);
  }
}
