import { checkPage } from "./check-page.ts";
import { elementsStyledForTap } from "./elements-styled-for-tap.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { holdRequests } from "./held-requests.ts";
import {
  ADVANCED,
  at,
  BASIC,
  book,
  formatDay,
  freeSlot,
  MEDIUM,
  openDay,
  openHistory,
  press,
  SLOT_REQUESTS,
  showDay,
  startsOf,
} from "./slots.ts";

test("a student without a plan, or whose plan has ended, sees the slots and is sent to /pricing @phone", async ({
  page,
  newStudent,
  freeDay,
}) => {
  const day = await freeDay();
  for (const [who, options] of [
    ["never had a plan", {}],
    ["has a plan that has ended", { plan: MEDIUM, expired: true }],
  ] as const) {
    await test.step(`a student who ${who}`, async () => {
      await signIn(page, await newStudent(options));
      const panel = await openDay(page, day);
      await expect(page.getByRole("heading", { name: "Book a 15 Minute Slot" })).toBeVisible();
      await expect(page.getByText("Please purchase a plan to book slots.")).toBeVisible();
      await checkPage(page);

      const dialog = page.getByRole("dialog", { name: "Plan Required" });
      const styled = await elementsStyledForTap(page, freeSlot(page, day, "10:30 to 10:45 AM"));
      expect(styled, "the tick of the slot comes after the paint").toBeLessThan(12);
      await expect(dialog).toContainText("Please purchase a plan to book slots.");
      await checkPage(page);
      await dialog.getByRole("button", { name: "Ok" }).click();
      await expect(dialog).toBeHidden();
      await press(page, "Book Slot");
      await dialog.getByRole("link", { name: "Buy Plan" }).click();
      await expect(page).toHaveURL("/pricing");
      await page.goBack();
      await expect(panel).toBeVisible();
      await page.getByRole("link", { name: "Buy Plan" }).click();
      await expect(page).toHaveURL("/pricing");
    });
  }
});

test("a student chooses a day and sees which of its slots are free, booked, breaks or their own", async ({
  page,
  newStudent,
  freeDay,
}) => {
  const isPhone = test.info().project.name === "phone";
  const [student, other] = [await newStudent({ plan: ADVANCED }), await newStudent({ plan: BASIC })];
  const day = await freeDay();
  await book(student, day, "12:30");
  await book(other, day, "17:45", 15);
  const dayAhead = (days: number) =>
    new Date(Date.now() + days * 24 * 3600_000).toLocaleDateString("en-CA", { timeZone: "Asia/Kolkata" });
  const [today, next, after] = [dayAhead(0), dayAhead(1), dayAhead(2)];
  const panel = page.getByRole("region", { name: "Available Slots" });
  const strip = page.getByRole("group", { name: "The next two weeks" });
  const date = page.getByLabel("Date");
  const scrolled = () => page.evaluate(() => window.scrollY);

  await signIn(page, student);
  await page.goto("/book-slot");
  await expect(panel).toContainText("Select a date to view slots.");
  await expect(strip.getByRole("radio")).toHaveCount(14);
  await checkPage(page);
  await expect(date).toHaveAttribute("min", today);

  await test.step("a day is chosen with one tap, which scrolls its slots and the topic into view on a phone", async () => {
    const tomorrow = strip.getByRole("radio", { name: formatDay(next) });
    if (!isPhone) return tomorrow.check();
    expect(await scrolled()).toBe(0);
    await tomorrow.tap();
    for (const heading of ["Available Slots", /^Morning/])
      await expect(panel.getByRole("heading", { name: heading })).toBeInViewport({ ratio: 1 });
    const topic = page.getByLabel("What do you want to talk about?");
    await expect(topic).toBeInViewport({ ratio: 1 });
    const header = await page.getByRole("banner").boundingBox();
    const top = await topic.boundingBox();
    expect(top?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0));
  });

  await test.step("a day is chosen by moving a day at a time", async () => {
    await expect(date).toHaveValue(next);
    const down = await scrolled();
    await press(page, "Day after");
    await expect(date).toHaveValue(after);
    await expect(strip.getByRole("radio", { name: formatDay(after) })).toBeChecked();
    await expect(page.getByRole("radio", { checked: true })).toHaveCount(1);
    if (isPhone) expect(await scrolled()).toBe(down);
    await press(page, "Day before");
    await press(page, "Day before");
    await expect(date).toHaveValue(today);
    await expect(strip.getByRole("radio", { name: `Today, ${formatDay(today)}` })).toBeChecked();
    await expect(page.getByRole("button", { name: "Day before" })).toBeDisabled();
  });

  await test.step("a day shows which slots are free, booked, breaks or the student's own", async () => {
    await showDay(page, day);
    const list = panel.getByRole("region", { name: `Slots of ${formatDay(day)}` });
    await expect(list.getByRole("heading", { level: 3 })).toHaveText([/^Morning/, /^Afternoon/, /^Evening/]);
    const items = list.getByRole("listitem");
    await expect(items).toHaveCount(24);
    for (const [times, state, shown] of [
      ["10:00 to 10:30 AM", "break", "Break"],
      ["11:30 AM to 12:00 PM", "available", "Available"],
      ["12:30 to 1:00 PM", "booked, yours", "Booked· yours"],
      ["5:30 to 6:00 PM", "booked", "Booked"],
      ["9:30 to 10:00 PM", "available", "Available"],
    ] as const) {
      const item = items.filter({ hasText: `${formatDay(day)}, ${times}, ${state}` });
      await expect(item).toContainText(shown);
      await expect(item.getByRole("button")).toHaveCount(state === "available" ? 1 : 0);
    }
    await expect(items.filter({ hasText: "available" })).toHaveCount(10);
    await expect(panel.getByRole("status")).toContainText("10 free");
    const height = await list.evaluate((element) => element.getBoundingClientRect().height);
    expect(height).toBeLessThanOrEqual(500);
    expect(await list.evaluate((element) => element.scrollHeight)).toBeGreaterThan(height);
    await checkPage(page);
  });

  await date.fill("2026-01-05");
  await expect(panel).toContainText("No slots for this day.");
});

test("a student books slots of the length of their plan, in Karnataka's time whatever the device's time zone @desktop", async ({
  page,
  newStudent,
  freeDay,
}) => {
  const day = await freeDay();
  /** Opens the day for a new student with the plan. */
  const openWith = async (plan: typeof BASIC, title: string, first: string) => {
    const student = await newStudent({ plan });
    await signIn(page, student);
    await openDay(page, day);
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    await expect(page.getByRole("main")).toContainText(`/ ${plan.name}`);
    await expect(freeSlot(page, day, first)).toBeVisible();
    return student;
  };

  await test.step("15 minutes with Basic; a time between two quarter hours is rounded down", async () => {
    const student = await openWith(BASIC, "Book a 15 Minute Slot", "10:30 to 10:45 AM");
    await page.getByLabel("Start Time").fill("18:59");
    await press(page, "Book Slot");
    await expect(page.getByText("Slot booked!")).toBeVisible();
    expect(await startsOf(student)).toEqual([at(day, "18:45").toISOString()]);
  });

  await test.step("30 minutes with Medium", async () => {
    await openWith(MEDIUM, "Book a 30 Minute Slot", "10:30 to 11:00 AM");
  });

  await test.step("30 minutes with Advanced, at the time in Karnataka", async () => {
    const student = await openWith(ADVANCED, "Book a 30 Minute Slot", "10:30 to 11:00 AM");
    const panel = page.getByRole("region", { name: "Available Slots" });
    await expect(page.getByText("between 10:00 AM and 10:00 PM")).toBeVisible();
    await openHistory(page);
    await expect(page.getByText("No slots booked yet.")).toBeVisible();
    await page.getByRole("tab", { name: "Book a Slot" }).click();

    await freeSlot(page, day, "4:30 to 5:00 PM").click();
    await expect(page.getByLabel("Start Time")).toHaveValue("16:30");
    await expect(freeSlot(page, day, "4:30 to 5:00 PM")).toHaveAttribute("aria-pressed", "true");
    await checkPage(page);
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Book Slot", exact: true })).toBeFocused();

    const release = await holdRequests(page, SLOT_REQUESTS, { method: "POST" });
    await press(page, "Book Slot");
    await expect(page.getByRole("button", { name: "Booking..." })).toBeVisible();
    release();
    await expect(page.getByText("Slot booked!")).toBeVisible();
    await expect(panel.getByText(`${formatDay(day)}, 4:30 to 5:00 PM, booked, yours`)).toBeAttached();
    await expect(page.getByLabel("Start Time")).toHaveValue("");
    await expect(page.getByLabel("Date")).toHaveValue(day);
    await checkPage(page);
    expect(await startsOf(student)).toEqual([at(day, "16:30").toISOString()]);
  });

  await test.step("a free slot chosen from the history opens the booking form", async () => {
    await openHistory(page);
    await freeSlot(page, day, "7:30 to 8:00 PM").click();
    await expect(page.getByRole("tab", { name: "Book a Slot" })).toHaveAttribute("aria-selected", "true");
    await expect(page.getByLabel("Start Time")).toHaveValue("19:30");
  });
});
