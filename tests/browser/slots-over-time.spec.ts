import type { Page } from "@playwright/test";
import { expect, signIn, test } from "./fixtures.ts";
import type { Person } from "./people.ts";
import { ADVANCED, at, book, formatDay, freeSlot, openDay, openHistory, startsOf } from "./slots.ts";

/** The test moves the browser's clock forward, so the session needs a far expiry. */
function signInWithLongSession(page: Page, person: Person): Promise<void> {
  return signIn(page, { ...person, session: { ...person.session, expires_at: 4_000_000_000 } });
}

test("while the page is open, others' bookings appear, a slot that has started becomes history, and after midnight the next day is today @desktop", async ({
  page,
  newStudent,
  freeDay,
}) => {
  const [student, other] = [await newStudent({ plan: ADVANCED }), await newStudent({ plan: ADVANCED })];
  const day = await freeDay();
  await book(student, day, "12:30");
  await signInWithLongSession(page, student);
  await page.clock.install({ time: at(day, "12:28") });
  await openDay(page, day);

  await test.step("bookings of other students appear automatically, and at once when the tab is shown again", async () => {
    await expect(freeSlot(page, day, "5:30 to 6:00 PM")).toBeVisible();
    await book(other, day, "17:30");
    await page.clock.fastForward("00:31");
    await expect(freeSlot(page, day, "5:30 to 6:00 PM")).toBeHidden();
    await book(other, day, "18:30");
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
    await expect(freeSlot(page, day, "6:30 to 7:00 PM")).toBeHidden();
  });

  await test.step("a slot that has started becomes history", async () => {
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

  await test.step("after midnight the next day is today", async () => {
    const nextDay = new Date(+at(day, "12:00") + 24 * 3600_000).toLocaleDateString("en-CA", {
      timeZone: "Asia/Kolkata",
    });
    await page.getByRole("tab", { name: "Book a Slot" }).click();
    await page.clock.fastForward("10:25:00");
    await expect(page.getByText("No slots for this day.")).toBeVisible();
    await expect(page.getByRole("radio", { name: `Today, ${formatDay(day)}` })).toBeChecked();
    await page.clock.fastForward("05:00");
    await expect(page.getByRole("radio", { name: `Today, ${formatDay(nextDay)}` })).toBeVisible();
    await expect(page.getByLabel("Date")).toHaveAttribute("min", nextDay);
  });
});

test("a slot is booked, moved and deleted with the keyboard alone @desktop", async ({
  page,
  newStudent,
  freeDay,
}) => {
  const student = await newStudent({ plan: ADVANCED });
  const day = await freeDay();
  await signIn(page, student);
  await page.goto("/book-slot");
  const focused = page.locator(":focus");
  const goTo = async (name: RegExp, key = "Tab") => {
    await expect(async () => {
      await page.keyboard.press(key);
      await expect(focused).toHaveAccessibleName(name, { timeout: 100 });
    }).toPass({ intervals: [0] });
  };
  const back = (name: RegExp) => goTo(name, "Shift+Tab");
  const date = page.getByLabel("Date");
  await expect(date).toBeVisible();

  const week = page.getByRole("group", { name: "The next two weeks" }).getByRole("radio");
  await goTo(/^Today, /);
  await page.keyboard.press("ArrowRight");
  await expect(week.nth(1)).toBeChecked();
  await goTo(/^Date$/);
  const [year, month, dayOfMonth] = day.split("-");
  await page.keyboard.type(`${dayOfMonth}${month}${year}`);
  if ((await date.inputValue()) !== day) {
    // Whether day or month comes first depends on the system. Each part is a Tab stop of its own.
    await back(/^(?!Date$)/);
    await goTo(/^Date$/);
    await page.keyboard.type(`${month}${dayOfMonth}${year}`);
  }
  await expect(date).toHaveValue(day);
  await expect(freeSlot(page, day, "10:30 to 11:00 AM")).toBeVisible();
  await goTo(/10:30 to 11:00 AM, available/);
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Start Time")).toHaveValue("10:30");
  await back(/^Book Slot$/);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Slot booked!")).toBeVisible();
  expect(await startsOf(student)).toEqual([at(day, "10:30").toISOString()]);

  await back(/^Book a Slot$/);
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: "Slot History" })).toBeFocused();
  await goTo(/^Edit/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Edit Slot" })).toBeVisible();
  await goTo(/11:30 AM to 12:00 PM, available/);
  await page.keyboard.press("Space");
  await goTo(/^Save/);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Slot updated!")).toBeVisible();
  expect(await startsOf(student)).toEqual([at(day, "11:30").toISOString()]);

  await expect(page.getByRole("button", { name: /^Edit/ })).toBeFocused();
  await goTo(/^Delete/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Keep it" })).toBeFocused();
  await goTo(/^Delete$/);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Slot deleted!")).toBeVisible();
  await expect(page.getByRole("list", { name: "Your slots" })).toBeFocused();
  expect(await startsOf(student)).toEqual([]);
});
