import path from "node:path";
import type { Page } from "@playwright/test";
import { expect, signIn, test } from "./fixtures.ts";

/** The README's folder if requested; an ordinary run does not overwrite the README's pictures. */
const folder = process.env.MAARGA_PICTURES
  ? path.resolve(import.meta.dirname, "../../docs/pictures")
  : path.resolve(import.meta.dirname, "../../test-results/pictures");

const plan = { level: "ug", exam: "neet", name: "Advanced" } as const;

async function picture(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  const bytes = await page.screenshot({
    path: path.join(folder, `${name}.jpg`),
    type: "jpeg",
    quality: 82,
    animations: "disabled",
  });
  expect(bytes.length).toBeGreaterThan(5_000);
}

test("pictures of the public pages and the student pages @phone", async ({ page, newStudent, freeDay }) => {
  await page.goto("/");
  await picture(page, "home");
  await page.goto("/guides");
  await picture(page, "guides");
  await page.goto("/cutoffs?rank=25000&category=2A&rural=yes#answer");
  await expect(page.getByText("Counted for you:")).toBeVisible();
  await picture(page, "cutoffs");

  await signIn(page, await newStudent());
  await page.goto("/pricing?level=ug&exam=neet");
  await expect(page.getByText("Recommended")).toBeVisible();
  await picture(page, "plans");
  await page.goto("/pricing?level=ug&exam=neet&pay=Medium");
  await expect(page.getByRole("link", { name: "Pay in a UPI app" })).toBeVisible();
  await picture(page, "pay");

  await signIn(page, await newStudent({ plan }));
  await page.goto("/book-slot");
  await page.getByLabel("Date", { exact: true }).fill(await freeDay());
  await expect(page.getByText("Available", { exact: true }).first()).toBeVisible();
  await picture(page, "book-slot");
});

test("pictures of the dark scheme and an admin page @desktop", async ({ page, admin, newStudent }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await signIn(page, await newStudent({ plan: { level: "ug", exam: "neet", name: "Basic" } }));
  await page.goto("/pricing?upgrade=yes");
  await expect(page.getByRole("button", { name: "Cancel Upgrade" })).toBeVisible();
  await picture(page, "desktop-dark");

  await page.emulateMedia({ colorScheme: null });
  await newStudent({ plan });
  await signIn(page, admin);
  await page.goto("/send-notifications");
  await page.getByLabel("Template").selectOption({ label: "UG NEET notification" });
  await expect(page.getByText("will get it.")).toBeVisible();
  await picture(page, "admin-mail");
});
