import { setTimeout } from "node:timers/promises";
import type { Page, Route } from "@playwright/test";
import { waitForMail } from "../world/mailbox.ts";
import { endPlan } from "../world/people.ts";
import { queryAt } from "../world/sql.ts";
import { checkPage } from "./check-page.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { OVERVIEW } from "./held-requests.ts";
import { codeIn } from "./mailbox.ts";
import { closeToast, toast } from "./toast.ts";

const EMAIL = "Receive updates via email";
const SMS = "Get text messages on your phone";
const SAVED = "Preferences updated.";
const plan = { level: "ug", exam: "cet", name: "Basic" } as const;

const toggle = (page: Page, name: string) => page.getByRole("switch", { name }).click();

test("a student with a plan turns email off and on after a confirmation, and text messages off @phone", async ({
  page,
  newStudent,
  server,
}) => {
  const student = await newStudent({ plan });
  await signIn(page, student);
  await page.goto("/notifications");
  const [email, sms] = [page.getByRole("switch", { name: EMAIL }), page.getByRole("switch", { name: SMS })];
  const disableDialog = page.getByRole("alertdialog", { name: "Disable Notification?" });
  // Assigning a plan turns email on.
  await expect(email).toBeChecked();
  await expect(sms).not.toBeChecked();
  await expect(sms).toBeDisabled();
  await expect(sms).toHaveAccessibleDescription(
    "We cannot send text messages yet. Everything comes by email.",
  );
  await checkPage(page);

  await test.step("email is turned off", async () => {
    await toggle(page, EMAIL);
    await expect(disableDialog).toContainText("Are you sure you want to disable email notifications?");
    await checkPage(page);
    await disableDialog.getByRole("button", { name: "Cancel" }).click();
    await expect(email).toBeChecked();

    await toggle(page, EMAIL);
    await disableDialog.getByRole("button", { name: "Disable" }).click();
    await expect(page.getByText(SAVED)).toBeVisible();
    await expect(email).not.toBeChecked();
  });

  // The database keeps the preference of students who turned it on earlier.
  const { error } = await student.tables.from("profiles").update({ notify_sms: true }).eq("id", student.id);
  expect(error).toBeNull();
  await page.reload();
  await expect(email).not.toBeChecked();

  await test.step("email is turned on", async () => {
    await toggle(page, EMAIL);
    const dialog = page.getByRole("alertdialog", { name: "Enable Notification?" });
    await expect(dialog).toContainText("Are you sure you want to enable email notifications?");
    await dialog.getByRole("button", { name: "Enable" }).click();
    await expect(page.getByText(SAVED)).toBeVisible();
    await expect(email).toBeChecked();
  });

  await test.step("text messages, which are not sent yet, can only be turned off", async () => {
    await expect(sms).toBeChecked();
    await toggle(page, SMS);
    await expect(disableDialog).toContainText("Are you sure you want to disable SMS notifications?");
    await disableDialog.getByRole("button", { name: "Disable" }).click();
    await expect(sms).toBeDisabled();
  });

  await test.step("a student whose plan has ended may still turn email off", async () => {
    await endPlan(server, student.id);
    await page.reload();
    await toggle(page, EMAIL);
    await page.getByRole("button", { name: "Disable" }).click();
    await expect(page.getByText(SAVED)).toBeVisible();
  });

  await test.step("a student whose mails come back proves the address again with a code", async () => {
    const bounce = "select private.record_bounce($1, $1, '5.1.1', 'no such user')";
    await queryAt(server.databaseUrl, bounce, [student.email]);
    await page.reload();
    const notice = page.getByRole("status").filter({ hasText: `Our mails to ${student.email} come back` });
    await notice.getByRole("button", { name: "Send me a code" }).click();
    const field = notice.getByLabel("Code from the mail");
    await expect(field).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(field).toHaveAccessibleDescription(/Enter the code\./);
    await checkPage(page);
    await page.keyboard.type(codeIn(await waitForMail(server, student.email, { kind: "code" })));
    await page.keyboard.press("Enter");
    await expect(toast(page, "Your address works. Our mails reach you again.")).toBeVisible();
    await expect(notice).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole("switch", { name: EMAIL })).toBeVisible();
    await expect(notice).toHaveCount(0);
  });
});

test("a student without a plan chooses the language of their mails with the keyboard, and for email is sent to /pricing @phone", async ({
  page,
  newStudent,
}) => {
  const student = await newStudent();
  await signIn(page, student);
  // The switch waits for a slow response.
  await page.route(OVERVIEW, async (route) => {
    await setTimeout(1500);
    await route.continue();
  });
  await page.goto("/notifications");
  const dialog = page.getByRole("dialog", { name: "Plan Required" });

  await test.step("they are told to buy a plan", async () => {
    await toggle(page, EMAIL);
    await expect(dialog).toContainText("You need to purchase a plan to enable notifications.");
    await checkPage(page);
    await dialog.getByRole("button", { name: "Ok" }).click();
    await expect(page.getByRole("switch", { name: EMAIL })).not.toBeChecked();
  });

  await test.step("they choose the language of their mails", async () => {
    const [english, kannada] = [
      page.getByRole("radio", { name: "English" }),
      page.getByRole("radio", { name: "ಕನ್ನಡ" }),
    ];
    await expect(english).toBeChecked();
    await english.focus();
    await page.keyboard.press("ArrowDown");
    await expect(page.getByText(SAVED)).toBeVisible();
    await expect(kannada).toBeChecked();
    await expect(kannada).toBeFocused();
    await checkPage(page);
    await page.unroute(OVERVIEW);
    await page.reload();
    await expect(kannada).toBeChecked();
    // Before anything is opened or closed on this page, which would resume the timers of messages.
    await test.step("and the message disappears by itself", async () => {
      await page.keyboard.press("Tab");
      await english.check();
      await expect(page.getByText(SAVED)).toBeVisible();
      await expect(page.getByText(SAVED)).toBeHidden({ timeout: 10_000 });
      await kannada.check();
      await expect(page.getByText(SAVED)).toBeVisible();
    });
    const { data } = await student.tables.from("profiles").select("language").eq("id", student.id);
    expect(data).toEqual([{ language: "kn" }]);
  });

  await toggle(page, EMAIL);
  await dialog.getByRole("link", { name: "Buy Plan" }).click();
  await page.waitForURL("**/pricing");
});

test.describe("a failed request", () => {
  test.use({ allowConsole: /status of 50\d|Failed to load resource|dialog-panel/ });

  test("preferences that cannot be loaded or saved are reported, and the next try works @desktop", async ({
    page,
    newStudent,
  }) => {
    const student = await newStudent({ plan });
    await signIn(page, student);
    await page.clock.install();
    const email = page.getByRole("switch", { name: EMAIL });
    const onSave = (handler: (route: Route) => Promise<void>) =>
      page.route("**/rest/v1/profiles?*", (route) =>
        route.request().method() === "PATCH" ? handler(route) : route.continue(),
      );

    await test.step("preferences that cannot be loaded can be loaded again", async () => {
      const address = "**/rest/v1/profiles?select=notify_email*";
      await page.route(address, (route) => route.fulfill({ status: 500, json: { code: "XX000" } }));
      await page.goto("/notifications");
      await expect(page.getByText("Failed to load notification preferences.").first()).toBeVisible();
      await page.unroute(address);
      await page.getByRole("button", { name: "Try again" }).click();
      await expect(email).toBeVisible();
    });

    await test.step("a failed save is reported, and the switch stays as it was", async () => {
      await onSave((route) => route.abort());
      await toggle(page, EMAIL);
      await page.getByRole("button", { name: "Disable" }).click();
      await expect(page.getByText("Failed to update preferences.")).toBeVisible();
      await page.getByRole("button", { name: "Cancel" }).click();
      await expect(email).toBeChecked();
    });

    await test.step("a language that was not saved stays chosen and is sent again by a press", async () => {
      await closeToast(page, "Failed to update preferences.");
      const kannada = page.getByRole("radio", { name: "ಕನ್ನಡ" });
      await kannada.check();
      await expect(page.getByText("Failed to update preferences.")).toBeVisible();
      await expect(kannada).toBeChecked();
      await checkPage(page);
      await page.unrouteAll();
      await page.getByRole("button", { name: "Try again" }).click();
      await expect(toast(page, SAVED)).toBeVisible();
      await expect(page.getByText("Failed to update preferences.")).toBeHidden();
      const { data } = await student.tables.from("profiles").select("language").eq("id", student.id);
      expect(data).toEqual([{ language: "kn" }]);
      await closeToast(page, SAVED);
    });

    await test.step("a save whose answer was lost is sent again as it was, although the page shows its effect by now", async () => {
      await onSave((route) => route.fetch().then(() => route.abort()));
      await toggle(page, EMAIL);
      const dialog = page.getByRole("alertdialog", { name: "Disable Notification?" });
      await dialog.getByRole("button", { name: "Disable" }).click();
      await expect(dialog.getByRole("alert")).toContainText("The connection was lost.");
      await checkPage(page);
      await page.clock.fastForward("00:31");
      await page.evaluate(() => ["offline", "online"].map((name) => window.dispatchEvent(new Event(name))));
      await expect(page.locator("input[role=switch]:not(:checked)")).toHaveCount(2);
      await page.unrouteAll();
      await dialog.getByRole("button", { name: "Try again" }).click();
      await expect(page.getByText(SAVED)).toBeVisible();
      await expect(dialog).toBeHidden();
      const { data } = await student.tables.from("profiles").select("notify_email").eq("id", student.id);
      expect(data).toEqual([{ notify_email: false }]);
    });
  });
});
