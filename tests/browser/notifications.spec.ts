import { setTimeout } from "node:timers/promises";
import type { Page, Route } from "@playwright/test";
import { checkPage } from "./check-page.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { OVERVIEW } from "./held-requests.ts";

const EMAIL = "Receive updates via email";
const SMS = "Get text messages on your phone";
const plan = { level: "ug", exam: "cet", name: "Basic" } as const;

const toggle = (page: Page, name: string) => page.getByRole("switch", { name }).click();

test("a student with a plan turns email off and on after a confirmation @phone", async ({
  page,
  newStudent,
}) => {
  await signIn(page, await newStudent({ plan }));
  await page.goto("/notifications");
  // Assigning a plan turns email on.
  await expect(page.getByRole("switch", { name: EMAIL })).toBeChecked();
  await checkPage(page);

  await toggle(page, EMAIL);
  const disableDialog = page.getByRole("alertdialog", { name: "Disable Notification?" });
  await expect(disableDialog).toContainText("Are you sure you want to disable email notifications?");
  await checkPage(page);
  await disableDialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("switch", { name: EMAIL })).toBeChecked();

  await toggle(page, EMAIL);
  await disableDialog.getByRole("button", { name: "Disable" }).click();
  await expect(page.getByText("Preferences updated.")).toBeVisible();
  await expect(page.getByRole("switch", { name: EMAIL })).not.toBeChecked();
  await page.reload();
  await expect(page.getByRole("switch", { name: EMAIL })).not.toBeChecked();

  await toggle(page, EMAIL);
  const dialog = page.getByRole("alertdialog", { name: "Enable Notification?" });
  await expect(dialog).toContainText("Are you sure you want to enable email notifications?");
  await dialog.getByRole("button", { name: "Enable" }).click();
  await expect(page.getByText("Preferences updated.")).toBeVisible();
  await expect(page.getByRole("switch", { name: EMAIL })).toBeChecked();
});

test("a student without a plan chooses the language of their mails, with the keyboard @phone", async ({
  page,
  newStudent,
}) => {
  const student = await newStudent();
  await signIn(page, student);
  await page.goto("/notifications");
  const [english, kannada] = [
    page.getByRole("radio", { name: "English" }),
    page.getByRole("radio", { name: "ಕನ್ನಡ" }),
  ];
  await expect(english).toBeChecked();
  await english.focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByText("Preferences updated.")).toBeVisible();
  await expect(kannada).toBeChecked();
  await expect(kannada).toBeFocused();
  await checkPage(page);
  await page.reload();
  await expect(kannada).toBeChecked();
  const { data } = await student.tables.from("profiles").select("language").eq("id", student.id);
  expect(data).toEqual([{ language: "kn" }]);
});

test("text messages say that they are not sent yet, and can only be turned off @phone", async ({
  page,
  newStudent,
}) => {
  const student = await newStudent({ plan });
  await signIn(page, student);
  await page.goto("/notifications");
  const sms = page.getByRole("switch", { name: SMS });
  await expect(sms).not.toBeChecked();
  await expect(sms).toBeDisabled();
  await expect(sms).toHaveAccessibleDescription(
    "We cannot send text messages yet. Everything comes by email.",
  );

  // The database keeps the preference of students who turned it on earlier.
  const { error } = await student.tables.from("profiles").update({ notify_sms: true }).eq("id", student.id);
  expect(error).toBeNull();
  await page.reload();
  await expect(sms).toBeChecked();
  await toggle(page, SMS);
  const dialog = page.getByRole("alertdialog", { name: "Disable Notification?" });
  await expect(dialog).toContainText("Are you sure you want to disable SMS notifications?");
  await dialog.getByRole("button", { name: "Disable" }).click();
  await expect(sms).toBeDisabled();
});

test("a student without a plan is told to buy one and sent to /pricing @phone", async ({
  page,
  newStudent,
}) => {
  await signIn(page, await newStudent());
  // The switch waits for a slow response.
  await page.route(OVERVIEW, async (route) => {
    await setTimeout(1500);
    await route.continue();
  });
  await page.goto("/notifications");
  await toggle(page, EMAIL);
  const dialog = page.getByRole("dialog", { name: "Plan Required" });
  await expect(dialog).toContainText("You need to purchase a plan to enable notifications.");
  await checkPage(page);
  await dialog.getByRole("button", { name: "Ok" }).click();
  await expect(page.getByRole("switch", { name: EMAIL })).not.toBeChecked();
  await toggle(page, EMAIL);
  await dialog.getByRole("link", { name: "Buy Plan" }).click();
  await page.waitForURL("**/pricing");
});

test("a student whose plan has ended may still turn email off @desktop", async ({ page, newStudent }) => {
  await signIn(page, await newStudent({ plan, expired: true }));
  await page.goto("/notifications");
  await toggle(page, EMAIL);
  await page.getByRole("button", { name: "Disable" }).click();
  await expect(page.getByText("Preferences updated.")).toBeVisible();
});

test.describe("a failed request", () => {
  test.use({ allowConsole: /status of 50\d|Failed to load resource|dialog-panel/ });

  test("preferences that cannot be loaded are reported and can be loaded again @desktop", async ({
    page,
    newStudent,
  }) => {
    await signIn(page, await newStudent());
    const address = "**/rest/v1/profiles?select=notify_email*";
    await page.route(address, (route) => route.fulfill({ status: 500, json: { code: "XX000" } }));
    await page.goto("/notifications");
    await expect(page.getByText("Failed to load notification preferences.").first()).toBeVisible();
    await page.unroute(address);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("switch", { name: EMAIL })).toBeVisible();
  });

  test("a failed save is reported, and the switch stays as it was @desktop", async ({ page, newStudent }) => {
    await signIn(page, await newStudent({ plan }));
    await page.goto("/notifications");
    await page.route("**/rest/v1/profiles?*", (route) =>
      route.request().method() === "PATCH" ? route.abort() : route.continue(),
    );
    await toggle(page, EMAIL);
    await page.getByRole("button", { name: "Disable" }).click();
    await expect(page.getByText("Failed to update preferences.")).toBeVisible();
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByRole("switch", { name: EMAIL })).toBeChecked();
  });

  test("a language that was not saved stays chosen and is sent again by a press @desktop", async ({
    page,
    newStudent,
  }) => {
    const student = await newStudent();
    await signIn(page, student);
    await page.goto("/notifications");
    await page.route("**/rest/v1/profiles?*", (route) =>
      route.request().method() === "PATCH" ? route.abort() : route.continue(),
    );
    const kannada = page.getByRole("radio", { name: "ಕನ್ನಡ" });
    await kannada.check();
    await expect(page.getByText("Failed to update preferences.")).toBeVisible();
    await expect(kannada).toBeChecked();
    await checkPage(page);
    await page.unrouteAll();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText("Preferences updated.")).toBeVisible();
    await expect(page.getByText("Failed to update preferences.")).toBeHidden();
    const { data } = await student.tables.from("profiles").select("language").eq("id", student.id);
    expect(data).toEqual([{ language: "kn" }]);
  });

  test("a save whose answer was lost is sent again as it was, although the page shows its effect by now @phone", async ({
    page,
    newStudent,
  }) => {
    const student = await newStudent({ plan });
    await signIn(page, student);
    await page.clock.install();
    await page.goto("/notifications");
    const save = (route: Route) => route.fetch().then(() => route.abort());
    await page.route("**/rest/v1/profiles?*", (route) =>
      route.request().method() === "PATCH" ? save(route) : route.continue(),
    );
    await toggle(page, EMAIL);
    const dialog = page.getByRole("alertdialog", { name: "Disable Notification?" });
    await dialog.getByRole("button", { name: "Disable" }).click();
    await expect(dialog.getByRole("alert")).toContainText("The connection was lost.");
    await checkPage(page);
    await page.clock.fastForward("00:31");
    await page.evaluate(() => ["offline", "online"].map((name) => window.dispatchEvent(new Event(name))));
    await expect(page.locator("input:not(:checked)")).toHaveCount(2);
    await page.unrouteAll();
    await dialog.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText("Preferences updated.")).toBeVisible();
    await expect(dialog).toBeHidden();
    const { data } = await student.tables.from("profiles").select("notify_email").eq("id", student.id);
    expect(data).toEqual([{ notify_email: false }]);
  });
});
