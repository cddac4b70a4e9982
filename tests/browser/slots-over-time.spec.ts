import type { Page } from "@playwright/test";
import { expect, signIn, test } from "./fixtures.ts";
import type { Person } from "./people.ts";
import { ADVANCED, at, book, freeSlot, openDay, openHistory, spoken, startsOf } from "./slots-world.ts";

/** The browser's clock is turned; the session is not to run out by that. */
function signInForLong(page: Page, person: Person): Promise<void> {
  return signIn(page, { ...person, session: { ...person.session, expires_at: 4_000_000_000 } });
}

test.describe("while the page is open @desktop", () => {
  test("a slot that starts becomes history", async ({ page, newStudent, freeDay }) => {
    const student = await newStudent({ plan: ADVANCED });
    const day = await freeDay();
    await book(student, day, "12:30");
    await signInForLong(page, student);
    await page.clock.install({ time: at(day, "12:28") });
    await openDay(page, day);
    await expect(freeSlot(page, day, "1:30 to 2:00 PM")).toBeVisible();
    await openHistory(page);
    const entry = page.getByRole("list", { name: "Your slots" }).getByRole("listitem");
    await expect(entry).toContainText("Upcoming");
    await page.clock.fastForward("03:00");
    await expect(entry).toContainText("Slot time has passed");
    await expect(entry.getByRole("button")).toHaveCount(0);
    await page.clock.fastForward("01:00:00");
    await expect(freeSlot(page, day, "1:30 to 2:00 PM")).toBeHidden();
    await expect(freeSlot(page, day, "2:30 to 3:00 PM")).toBeVisible();
  });

  test("midnight makes tomorrow today", async ({ page, newStudent, freeDay }) => {
    const day = await freeDay();
    const nextDay = new Date(+at(day, "12:00") + 24 * 3600_000).toLocaleDateString("en-CA", {
      timeZone: "Asia/Kolkata",
    });
    await signInForLong(page, await newStudent({ plan: ADVANCED }));
    await page.clock.install({ time: at(day, "23:58") });
    await page.goto("/book-slot");
    await page.getByLabel("Date").fill(day);
    await expect(page.getByText("No slots for this day.")).toBeVisible();
    await expect(page.getByRole("radio", { name: `Today, ${spoken(day)}` })).toBeChecked();
    await page.clock.fastForward("03:00");
    await expect(page.getByRole("radio", { name: `Today, ${spoken(nextDay)}` })).toBeVisible();
    await expect(page.getByLabel("Date")).toHaveAttribute("min", nextDay);
  });

  test("what others book shows by itself, and when one comes back to the tab", async ({
    page,
    newStudent,
    freeDay,
  }) => {
    const other = await newStudent({ plan: ADVANCED });
    const day = await freeDay();
    await signInForLong(page, await newStudent({ plan: ADVANCED }));
    await page.clock.install();
    await openDay(page, day);
    await expect(freeSlot(page, day, "1:30 to 2:00 PM")).toBeVisible();
    await book(other, day, "13:30");
    await page.clock.fastForward("00:31");
    await expect(freeSlot(page, day, "1:30 to 2:00 PM")).toBeHidden();
    await book(other, day, "14:30");
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await expect(freeSlot(page, day, "2:30 to 3:00 PM")).toBeHidden();
  });
});

test("with the keyboard alone: booked, moved, deleted @desktop", async ({ page, newStudent, freeDay }) => {
  const student = await newStudent({ plan: ADVANCED });
  const day = await freeDay();
  await signIn(page, student);
  await page.goto("/book-slot");
  const focused = page.locator(":focus");
  const tabTo = async (name: RegExp) => {
    await expect(async () => {
      await page.keyboard.press("Tab");
      await expect(focused).toHaveAccessibleName(name, { timeout: 100 });
    }).toPass();
  };
  await expect(page.getByLabel("Date")).toBeVisible();
  await tabTo(/^Date/);
  await page.keyboard.type(`${day.slice(8)}${day.slice(5, 7)}${day.slice(0, 4)}`);
  if ((await page.getByLabel("Date").inputValue()) !== day) {
    // Which comes first, the day or the month, is the system's choice.
    await page.keyboard.press("Shift+Tab");
    await tabTo(/^Date/);
    await page.keyboard.type(`${day.slice(5, 7)}${day.slice(8)}${day.slice(0, 4)}`);
  }
  await expect(page.getByLabel("Date")).toHaveValue(day);
  await expect(freeSlot(page, day, "10:30 to 11:00 AM")).toBeVisible();
  await tabTo(/10:30 to 11:00 AM, available/);
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Start Time")).toHaveValue("10:30");
  await page.getByLabel("Start Time").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Slot booked!")).toBeVisible();

  await page.getByRole("tab", { name: "Book a Slot" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: "Slot History" })).toBeFocused();
  await tabTo(/^Edit/);
  await page.keyboard.press("Enter");
  await tabTo(/11:30 AM to 12:00 PM, available/);
  await page.keyboard.press("Space");
  await tabTo(/^Save/);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Slot updated!")).toBeVisible();
  expect(await startsOf(student)).toEqual([at(day, "11:30").toISOString()]);

  await expect(page.getByRole("button", { name: /^Edit/ })).toBeFocused();
  await tabTo(/^Delete/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Keep it" })).toBeFocused();
  await tabTo(/^Delete$/);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Slot deleted!")).toBeVisible();
  expect(await startsOf(student)).toEqual([]);
});
