import type { Page } from "@playwright/test";
import { newEmail, PASSWORD } from "../world/people.ts";
import { pdfFile } from "./documents.ts";
import { expect, test } from "./fixtures.ts";
import { linkIn, mailTo } from "./mailbox.ts";
import { assignPlan, operatorOf, type Person } from "./people.ts";

test("a student gets from the home page to logging out with the keyboard alone @phone", async ({
  page,
  server,
  freeDay,
}) => {
  test.slow();
  const email = newEmail("journey");
  const keys = keyboardOf(page);

  await page.goto("/");
  await keys.follow(/^Get Guidance$/);
  await page.waitForURL("**/auth");
  await keys.goTo(/^Login$/);
  await page.keyboard.press("ArrowRight");
  await keys.fill(/^Email$/, email);
  await keys.fill(/^Password$/, PASSWORD);
  await keys.follow(/^Register$/);
  await expect(
    page.getByText("Registration successful! Please check your email for verification.").first(),
  ).toBeVisible();

  await page.goto(linkIn(await mailTo(server, email)));
  await page.waitForURL("**/complete-profile");
  await keys.fill(/^First Name/, "Asha");
  await keys.fill(/^Last Name/, "Gowda");
  await keys.fill(/^Phone Number/, "98450 12345");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/pricing");

  await keys.goTo(/^UG/);
  await page.keyboard.press("Space");
  await keys.goTo(/^CET/);
  await page.keyboard.press("Space");
  await keys.follow(/^Choose Advanced$/);
  await expect(page.getByRole("heading", { name: "Pay ₹10,000" })).toBeFocused();

  // The page makes the order while it shows the amount.
  await expect(page.getByText(/MRG-/).first()).toBeVisible();

  // An admin has checked the payment screenshot and assigns the plan.
  const { data } = await operatorOf(server).from("profiles").select("id").eq("email", email).single();
  await assignPlan(server, { id: data?.id } as Person, { level: "ug", exam: "cet", name: "Advanced" });

  const day = await freeDay();
  await keys.openFromMenu(/^Book Slot$/);
  await page.waitForURL("**/book-slot");
  await page.reload();
  await page.getByLabel("Date").focus();
  await page.getByLabel("Date").fill(day);
  await keys.goTo(/10:30 to 11:00 AM, available/);
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Start Time")).toHaveValue("10:30");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Book Slot", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Slot booked!")).toBeVisible();
  await keys.goTo(/^Book a Slot$/, "Shift+Tab");
  await page.keyboard.press("ArrowRight");
  await keys.follow(/^Edit/);
  // The page beneath has a button for the same slot.
  await expect(page.getByRole("dialog", { name: "Edit Slot" })).toBeVisible();
  await keys.goTo(/11:30 AM to 12:00 PM, available/);
  await page.keyboard.press("Space");
  await keys.follow(/^Save/);
  await expect(page.getByText("Slot updated!")).toBeVisible();
  await keys.follow(/^Delete/);
  await keys.follow(/^Delete$/);
  await expect(page.getByText("Slot deleted!")).toBeVisible();

  await keys.openFromMenu(/^Your Documents$/);
  await page.waitForURL("**/documents");
  // Registered early: the browser must intercept the file chooser before the key is pressed.
  const choosing = page.waitForEvent("filechooser");
  await keys.goTo(/^Choose files/);
  await page.keyboard.press("Enter");
  await (await choosing).setFiles([pdfFile("marks.pdf")]);
  await keys.follow(/^Upload/);
  await keys.goTo(/^Download marks\.pdf$/);
  const downloading = page.waitForEvent("download");
  await page.keyboard.press("Enter");
  expect((await downloading).suggestedFilename()).toBe("marks.pdf");
  await keys.follow(/^Delete marks\.pdf$/);
  await keys.follow(/^Delete$/);
  await expect(page.getByText("No documents uploaded yet.")).toBeVisible();

  await keys.openFromMenu(/^Sign Out$/);
  await expect(page.getByText("You have been successfully logged out.")).toBeVisible();
});

/** Moves the focus key by key until an element has the given name, as a person without a mouse would. */
function keyboardOf(page: Page) {
  const focused = page.locator(":focus");
  const goTo = (name: RegExp, key: "Tab" | "Shift+Tab" = "Tab") =>
    expect(async () => {
      await page.keyboard.press(key);
      await expect(focused).toHaveAccessibleName(name, { timeout: 100 });
    }).toPass({ intervals: [0] });
  const follow = async (name: RegExp) => {
    await goTo(name);
    await page.keyboard.press("Enter");
  };
  return {
    goTo,
    follow,
    async fill(name: RegExp, text: string) {
      await goTo(name);
      await page.keyboard.type(text);
    },
    async openFromMenu(name: RegExp) {
      await goTo(/^Toggle Sidebar$/, "Shift+Tab");
      await page.keyboard.press("Enter");
      await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
      await follow(name);
    },
  };
}
