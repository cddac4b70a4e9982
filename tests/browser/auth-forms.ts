import type { Locator, Page } from "@playwright/test";
import { PASSWORD } from "../world/people.ts";

/** The alert inside the page, which stays when the toast has disappeared. */
export const alertIn = (page: Page): Locator => page.getByRole("main").getByRole("alert");
export const email = (page: Page): Locator => page.getByLabel("Email", { exact: true });
export const password = (page: Page): Locator => page.getByLabel("Password", { exact: true });
export const submit = (page: Page, name: string): Locator => page.getByRole("button", { name, exact: true });

export async function logIn(page: Page, address: string, typedPassword = PASSWORD): Promise<void> {
  await email(page).fill(address);
  await password(page).fill(typedPassword);
  await submit(page, "Login").click();
}

export async function register(page: Page, address: string, typedPassword = PASSWORD): Promise<void> {
  await page.getByRole("tab", { name: "Register" }).click();
  await email(page).fill(address);
  await password(page).fill(typedPassword);
  await submit(page, "Register").click();
}

/** Replaces the response of an auth endpoint; all other requests reach the real server. */
export async function replyWith(page: Page, endpoint: string, status: number, body: unknown): Promise<void> {
  await page.route(`**/auth/v1/${endpoint}`, (route) =>
    route.fulfill({
      status,
      contentType: "application/json",
      headers: { "x-supabase-api-version": "2024-01-01" },
      body: JSON.stringify(body),
    }),
  );
}

export const NOT_REACHED = "We could not reach Maarga. Check your connection and try again";
