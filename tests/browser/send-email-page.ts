import type { Page } from "@playwright/test";
import { samples } from "../world/files.ts";
import type { Account } from "../world/people.ts";
import { queryAt } from "../world/sql.ts";
import { expect } from "./fixtures.ts";
import type { Person } from "./people.ts";
import { type Server, SUPER_ADMIN_PASSWORD } from "./servers.ts";

/** No other spec assigns this plan, so a campaign for it reaches only the students of its own test. */
export const CAMPAIGN_PLAN = { level: "pg", exam: "neet", name: "Basic" } as const;
export const CAMPAIGN_PLAN_LABEL = "PG / NEET / Basic";
export const WRONG_PASSWORD = "Incorrect super-admin password.";
export const png = (name: string) => ({ name, mimeType: "image/png", buffer: samples.png });

export const sendButton = (page: Page) => page.getByRole("button", { name: /^Send Email \(/ });
export const testButton = (page: Page) => page.getByRole("button", { name: "Send test email to myself" });
export const preview = (page: Page) => page.getByRole("button", { name: "Preview Email" });
export const passwordDialog = (page: Page) =>
  page.getByRole("dialog", { name: "Super Admin Password Required" });
export const attached = (page: Page) =>
  page.getByRole("list", { name: "Attached files" }).getByRole("listitem");

export async function openForm(page: Page): Promise<void> {
  await page.goto("/send-notifications");
  await expect(page.getByRole("heading", { name: "Send Email to Users" })).toBeVisible();
}

export async function fillForm(page: Page, subject: string, body = "Please read this."): Promise<void> {
  await page.getByLabel("Subject").fill(subject);
  await page.getByLabel("Body").fill(body);
}

export async function confirmSending(page: Page, password = SUPER_ADMIN_PASSWORD): Promise<void> {
  await passwordDialog(page).getByLabel("Super-admin password").fill(password);
  await passwordDialog(page).getByRole("button", { name: "Confirm & Send" }).click();
}

/** Gives the student an invalid email address, so that mails to them fail. */
export async function breakAddress(server: Server, { id, email }: Account): Promise<void> {
  await queryAt(server.databaseUrl, "update auth.users set email = $2 where id = $1", [id, `no;${email}`]);
}

export async function campaignsWithSubject(
  admin: Person,
  subject: string,
): Promise<{ id: string; state: string }[]> {
  const { data, error } = await admin.tables.rpc("list_campaigns", { page_size: 100 });
  if (error) throw error;
  return data.filter((campaign: { subject: string }) => campaign.subject === subject);
}
