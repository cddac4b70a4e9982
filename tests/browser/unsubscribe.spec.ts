import { createHmac } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { checkPage } from "./check-page.ts";
import { expect, test } from "./fixtures.ts";
import type { Server } from "./servers.ts";

/** Builds the link as in a mail. Sending a campaign would reach the students of other tests too. */
async function linkFor(server: Server, id: string): Promise<string> {
  const secrets = JSON.parse(await readFile(path.join(server.outboxFolder, "..", "secrets.json"), "utf8"));
  const proof = createHmac("sha256", secrets.internalKey).update(JSON.stringify(["unsubscribe", id]));
  return `/unsubscribe/v1?token=${id}.${proof.digest("base64url")}`;
}

test("the link in a mail turns email off with one tap and without a login @phone", async ({
  page,
  server,
  newStudent,
}) => {
  const student = await newStudent({ plan: { level: "ug", exam: "cet", name: "Basic" } });
  await page.goto(await linkFor(server, student.id));
  await expect(page.getByRole("heading", { name: "Turn off e-mail?" })).toBeVisible();
  await checkPage(page);
  await page.getByRole("button", { name: "Turn off e-mail" }).click();
  await expect(page.getByRole("heading", { name: "E-mail is turned off" })).toBeVisible();
  await checkPage(page);
  const { data } = await student.tables.from("profiles").select("notify_email").single();
  expect(data).toEqual({ notify_email: false });
  await page.getByRole("link", { name: "Notifications" }).click();
  await page.waitForURL("**/auth");
});

test.describe("an incomplete link @phone", () => {
  test.use({ allowConsole: /status of 400/ });

  test("an incomplete link is reported", async ({ page }) => {
    await page.goto("/unsubscribe/v1?token=a");
    await expect(page.getByRole("heading", { name: "This link does not work" })).toBeVisible();
    await checkPage(page);
  });
});
