import type { Page } from "@playwright/test";
import { assignPlan } from "../world/people.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { toast } from "./toast.ts";

const toggle = (page: Page) => page.getByRole("button", { name: "Toggle Sidebar" });
const menu = (page: Page) => page.getByRole("dialog", { name: "Menu" });
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const emailSwitch = (page: Page) => page.getByRole("switch", { name: "Receive updates via email" });

const isPhone = () => test.info().project.name === "phone";

const plan = { level: "ug", exam: "cet", name: "Medium" } as const;

/** Opens /two-step, from which `follow` opens another page, so that Back has a page to return to. */
async function openFirstPage(page: Page): Promise<void> {
  await page.goto("/two-step");
  await expect(heading(page)).toBeVisible();
}

/**
 * Waits until Back has reached the first page. Its code loads again after a reload, and until then a link to the page
 * that still shows would replace the first page's history entry.
 */
async function expectFirstPage(page: Page): Promise<void> {
  await expect(page).toHaveURL("/two-step");
  await expect(page.getByRole("heading", { level: 1, name: "Two-step login" })).toBeVisible();
}

/** Follows a link of the menu or the sidebar. */
async function follow(page: Page, second: { link: string; address: string }): Promise<void> {
  if (isPhone() && !(await menu(page).isVisible())) await toggle(page).click();
  await page.getByRole("link", { name: second.link }).click();
  await expect(page).toHaveURL(second.address);
  await expect(menu(page)).toBeHidden();
  await expect(heading(page)).toBeVisible();
}

/** A <details> element says that it has opened only after the step in which it opens. */
const waitForHistoryEntry = (page: Page) =>
  expect.poll(() => page.evaluate(() => window.history.state?.overlays)).toBe(1);

const NOTIFICATIONS = { link: "Notifications", address: "/notifications" };
const PROFILE = { link: "Update Profile", address: "/update-profile" };

test.describe("without a network", () => {
  test.use({ allowConsole: /ERR_INTERNET_DISCONNECTED|Failed to fetch/ });

  test("a dialog and the menu open for the first time, and the typed text stays @phone", async ({
    page,
    context,
    newStudent,
  }) => {
    await signIn(page, await newStudent({ plan }));
    await page.goto("/notifications");
    await expect(emailSwitch(page)).toBeVisible();
    await context.setOffline(true);
    await emailSwitch(page).click();
    await expect(page.getByRole("alertdialog")).toBeVisible();
    await context.setOffline(false);

    await page.goto("/update-profile");
    await page.getByLabel("City").fill("Hampi");
    await context.setOffline(true);
    await toggle(page).click();
    await expect(menu(page).getByRole("link", { name: "Notifications" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(menu(page)).toBeHidden();
    await expect(page.getByLabel("City")).toHaveValue("Hampi");
    await page.getByRole("link", { name: "Home" }).click();
    await expect(toast(page, "You are offline.")).toBeVisible();
    await expect(page.getByLabel("City")).toHaveValue("Hampi");
  });
});

test("Back closes what is open on a student's page, and then leaves the page", async ({
  page,
  newStudent,
  server,
}) => {
  const student = await newStudent();
  await signIn(page, student);
  await openFirstPage(page);

  await test.step("a page opened from a dialog replaces the dialog's history entry", async () => {
    await follow(page, { link: "Book Slot", address: "/book-slot" });
    await page.getByRole("button", { name: "Book Slot" }).click();
    await page.getByRole("dialog").getByRole("link", { name: "Buy Plan" }).click();
    await expect(page).toHaveURL("/pricing");
    await page.goBack();
    await expect(page).toHaveURL("/book-slot");
    await expect(page.getByRole("dialog")).toBeHidden();
    await page.goBack();
    await expectFirstPage(page);
  });

  if (isPhone()) {
    await test.step("Back closes the menu", async () => {
      await follow(page, NOTIFICATIONS);
      await toggle(page).click();
      await expect(menu(page)).toBeVisible();
      await page.goBack();
      await expect(menu(page)).toBeHidden();
      await expect(page).toHaveURL("/notifications");
      await expect(toggle(page)).toBeFocused();
      // Forward does not open the menu again.
      await page.goForward();
      await expect(menu(page)).toBeHidden();
      await expect(page).toHaveURL("/notifications");
      await page.goBack();
      await expect(page).toHaveURL("/two-step");
      await page.goForward();
      await expect(page).toHaveURL("/notifications");
    });

    await test.step("two quick presses of Back close the menu and leave the page", async () => {
      await toggle(page).click();
      await expect(menu(page)).toBeVisible();
      await page.evaluate(() => history.back());
      await page.evaluate(() => history.back());
      await expect(page).toHaveURL("/two-step");
      await expect(menu(page)).toBeHidden();
      await toggle(page).click();
      await expect(menu(page)).toBeVisible();
    });
  }

  await assignPlan(server, student.id, plan);
  await openFirstPage(page);
  await follow(page, NOTIFICATIONS);
  const dialog = page.getByRole("alertdialog");

  if (isPhone()) {
    await test.step("a dialog closed without Back leaves no history entry", async () => {
      const before = await page.evaluate(() => history.state);
      for (const close of [
        () => page.keyboard.press("Escape"),
        () => dialog.getByRole("button", { name: "Cancel" }).click(),
      ]) {
        await emailSwitch(page).click();
        await expect(dialog).toBeVisible();
        await close();
        await expect(dialog).toBeHidden();
        await expect(emailSwitch(page)).toBeFocused();
        await expect.poll(() => page.evaluate(() => history.state)).toEqual(before);
      }
      await page.goBack();
      await expectFirstPage(page);
      await follow(page, NOTIFICATIONS);
    });
  } else {
    await test.step("a dialog keeps the focus, and the page below it is inert", async () => {
      await emailSwitch(page).click();
      await expect(
        page.getByRole("alertdialog", { name: /^(Enable|Disable) Notification\?$/ }),
      ).toBeVisible();
      await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
      for (const name of [/able$/, "Cancel", /able$/]) {
        await page.keyboard.press("Tab");
        await expect(dialog.getByRole("button", { name })).toBeFocused();
      }
      await page.keyboard.press("Shift+Tab");
      await page.keyboard.press("Shift+Tab");
      await expect(dialog.getByRole("button", { name: /able$/ })).toBeFocused();
      expect(await dialog.evaluate((element) => element.matches(":modal"))).toBe(true);
    });

    await test.step("a reload with an open dialog leaves no history entry", async () => {
      await page.reload();
      await expect(heading(page)).toBeVisible();
      await expect.poll(() => page.evaluate(() => history.state.overlays)).toBe(undefined);
      await page.goBack();
      await expectFirstPage(page);
      await follow(page, NOTIFICATIONS);
    });
  }

  await test.step("Back closes a dialog, and the page beneath stays", async () => {
    await emailSwitch(page).click();
    await expect(dialog).toBeVisible();
    await page.goBack();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL("/notifications");
    await page.goBack();
    await expectFirstPage(page);
  });

  await test.step("Back answers the question about unsaved changes with Stay", async () => {
    await follow(page, PROFILE);
    await page.getByLabel("City").fill("Hampi");
    const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
    for (const _ of ["first", "second"]) {
      await page.goBack();
      await expect(question).toBeVisible();
      await expect(page).toHaveURL("/update-profile");
      await page.goBack();
      await expect(question).toBeHidden();
      await expect(page).toHaveURL("/update-profile");
      await expect(page.getByLabel("City")).toHaveValue("Hampi");
    }
    // Back at the moment in which the question goes, before effects run: those of Preact wait for the next frame.
    await page.evaluate(() => {
      window.requestAnimationFrame = () => 0;
    });
    await page.goBack();
    await expect(question).toBeVisible();
    await page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          new MutationObserver((_, observer) => {
            if (document.querySelector("[role=alertdialog]")) return;
            observer.disconnect();
            history.back();
            resolve();
          }).observe(document, { childList: true, subtree: true });
          history.back();
        }),
    );
    await question.getByRole("button", { name: "Leave" }).click();
    await expect(page).toHaveURL("/two-step");
  });
});

test("Back closes the table's menu of columns @desktop", async ({ page, admin }) => {
  await signIn(page, admin);
  await page.goto("/manage-plans");
  await page.getByRole("link", { name: "Assign Plan" }).click();
  await page.locator("summary").filter({ hasText: "View" }).click();
  await expect(page.getByLabel("Phone")).toBeVisible();
  await waitForHistoryEntry(page);
  await page.goBack();
  await expect(page.getByLabel("Phone")).toBeHidden();
  await expect(page).toHaveURL("/assign-plan");
  await page.goBack();
  await expect(page).toHaveURL("/manage-plans");
});

test("Back closes the menu of a public page, and skips it after a link @phone", async ({ page }) => {
  await page.goto("/about");
  await page.goto("/terms");
  const contact = page.getByRole("banner").getByRole("link", { name: "Contact Us" });
  await page.locator("summary").click();
  await expect(contact).toBeVisible();
  await waitForHistoryEntry(page);
  await page.goBack();
  await expect(contact).toBeHidden();
  await expect(page).toHaveURL("/terms");
  await page.locator("summary").click();
  await waitForHistoryEntry(page);
  await contact.click();
  await expect(page).toHaveURL("/contact");
  await page.goBack();
  await expect(page).toHaveURL("/terms");
  await page.goBack();
  await expect(page).toHaveURL("/about");
});
