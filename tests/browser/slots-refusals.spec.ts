import { endPlan } from "../world/people.ts";
import { checkPage } from "./check-page.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { withoutOverview } from "./held-requests.ts";
import {
  ADVANCED,
  at,
  BUSY_SLOT_REQUESTS,
  book,
  formatDay,
  freeSlot,
  openDay,
  press,
  SLOT_REQUESTS,
  showDay,
  startsOf,
} from "./slots.ts";
import { closeToast } from "./toast.ts";

const LIMIT = "You have reached the maximum of 3 slots for this day.";
const LIMIT_AND_WAY_OUT = `${LIMIT} You can either delete a slot or try again on another day.`;

test("a time that breaks a rule, or a fourth slot on a day, is refused beside the form, which keeps its values @phone", async ({
  page,
  newStudent,
  freeDay,
}) => {
  const [student, other] = [await newStudent({ plan: ADVANCED }), await newStudent({ plan: ADVANCED })];
  const [day, fullDay] = [await freeDay(), await freeDay()];
  await book(other, day, "15:30");
  const booked = ["10:30", "11:30", "12:30"];
  for (const time of booked) await book(student, fullDay, time);
  await signIn(page, student);
  const panel = await openDay(page, day);

  for (const [date, time, message] of [
    [day, "", "Please select date and time."],
    ["", "11:30", "Please select date and time."],
    ["2026-01-05", "11:30", "Please select a future date and time."],
    [day, "09:30", "Slot must be between 10:00 AM and 10:00 PM (Working hours)"],
    [day, "22:00", "Slot must be between 10:00 AM and 10:00 PM (Working hours)"],
    [day, "13:10", "Cannot book during a break period. Please select a valid slot."],
    [day, "15:44", "This slot is already booked."],
  ] as const) {
    await page.getByLabel("Date").fill(date);
    await page.getByLabel("Start Time").fill(time);
    await expect(page.getByRole("alert")).toBeHidden();
    await press(page, "Book Slot");
    await expect(page.getByRole("alert")).toContainText(message);
    await expect(page.getByLabel("Start Time")).toHaveValue(time);
    await expect(page.getByLabel("Date")).toHaveValue(date);
  }
  await checkPage(page);

  await test.step("a student with three slots on a day cannot choose a fourth", async () => {
    await showDay(page, fullDay);
    await expect(panel).toContainText(LIMIT_AND_WAY_OUT);
    await expect(panel.getByText("Limit reached")).toBeVisible();
    await expect(panel.getByText(/\d free$/)).toHaveCount(0);
    await expect(panel.getByText(/, available$/).first()).toBeAttached();
    await expect(panel.getByRole("region").getByRole("button")).toHaveCount(0);
    await checkPage(page);
    await page.getByLabel("Start Time").fill("15:30");
    await press(page, "Book Slot");
    await expect(page.getByRole("alert")).toHaveText(LIMIT);
  });
  expect(await startsOf(student)).toEqual(booked.map((time) => at(fullDay, time).toISOString()));
});

test.describe("what happened meanwhile", () => {
  test.use({ allowConsole: /status of 400/ });
  test("a slot that another student took, a third slot from another tab and a plan that has ended are refused with words @desktop", async ({
    page,
    server,
    newStudent,
    freeDay,
  }) => {
    const [student, other] = [await newStudent({ plan: ADVANCED }), await newStudent({ plan: ADVANCED })];
    const [day, fullDay, ownDay, lastDay] = [
      await freeDay(),
      await freeDay(),
      await freeDay(),
      await freeDay(),
    ];
    await book(other, day, "14:30");
    const times = Array.from({ length: 12 }, (_, hour) => `${10 + hour}:30`);
    for (const three of [times.slice(0, 3), times.slice(3, 6), times.slice(6, 9), times.slice(9, 11)]) {
      const busy = await newStudent({ plan: ADVANCED });
      for (const time of three) await book(busy, fullDay, time);
    }
    for (const time of ["10:30", "11:30"]) await book(student, ownDay, time);
    await signIn(page, student);
    const panel = await openDay(page, day);
    const refusal = page.getByRole("alert");

    await test.step("the list is reloaded, and the nearest free slots can be booked with one tap", async () => {
      await freeSlot(page, day, "1:30 to 2:00 PM").click();
      await book(other, day, "13:30");
      await press(page, "Book Slot");
      await expect(refusal).toContainText("This slot is already booked.");
      await expect(panel.getByText(`${formatDay(day)}, 1:30 to 2:00 PM, booked`)).toBeAttached();
      await expect(refusal.getByRole("button")).toHaveText([
        "Book 12:30 – 1:00 PM",
        "Book 11:30 AM – 12:00 PM",
        "Book 3:30 – 4:00 PM",
      ]);
      await checkPage(page);
      await refusal.getByRole("button", { name: `Book ${formatDay(day)}, 12:30 to 1:00 PM` }).click();
      await expect(page.getByText("Slot booked!")).toBeVisible();
      expect(await startsOf(student)).toContain(at(day, "12:30").toISOString());
    });

    await test.step("the page says when nothing else is free that day", async () => {
      await showDay(page, fullDay);
      await freeSlot(page, fullDay, "9:30 to 10:00 PM").click();
      await book(other, fullDay, "21:30");
      await press(page, "Book Slot");
      await expect(refusal).toContainText("This slot is already booked.");
      await expect(refusal).toContainText("Nothing else is free on this day.");
    });

    await test.step("a fourth slot is refused when the third was just booked in another tab", async () => {
      await showDay(page, ownDay);
      await freeSlot(page, ownDay, "3:30 to 4:00 PM").click();
      await book(student, ownDay, "12:30");
      await press(page, "Book Slot");
      await expect(refusal).toHaveText(LIMIT);
      await expect(panel).toContainText(LIMIT_AND_WAY_OUT);
      await expect(page.getByLabel("Start Time")).toHaveValue("15:30");
    });

    await test.step("a student whose plan ends while the page is open cannot book", async () => {
      await showDay(page, lastDay);
      await freeSlot(page, lastDay, "10:30 to 11:00 AM").click();
      await endPlan(server, student.id);
      await press(page, "Book Slot");
      await expect(page.getByText("Please purchase a plan to book slots.")).toBeVisible();
      await expect(page.getByRole("link", { name: "Buy Plan" })).toBeVisible();
    });
    const kept = ["10:30", "11:30", "12:30"].map((time) => at(ownDay, time).toISOString());
    expect(await startsOf(student)).toEqual([at(day, "12:30").toISOString(), ...kept]);
  });
});

test.describe("a lost connection", () => {
  test.use({ allowConsole: /net::ERR_FAILED/ });

  test("a plan, a day and a booking that were lost are reported in their place, and the next try counts once @phone", async ({
    page,
    newStudent,
    freeDay,
  }) => {
    const student = await newStudent({ plan: ADVANCED });
    const [day, otherDay] = [await freeDay(), await freeDay()];
    await signIn(page, student);

    await test.step("a plan that cannot be loaded can be loaded again", async () => {
      await withoutOverview(page);
      await page.route(/user_plans/, (route) => route.abort());
      await page.goto("/book-slot");
      await expect(page.getByRole("alert")).toContainText("Your plan could not be loaded.");
      await checkPage(page);
      // checkPage's resizing may refetch the plan. Unroute only after the press, or the button may be gone already.
      const planRequest = page.waitForRequest(/user_plans/);
      await press(page, "Try again");
      await planRequest;
      await page.unroute(/user_plans/);
      await expect(page.getByRole("heading", { name: "Book a 30 Minute Slot" })).toBeVisible();
    });

    await test.step("a day that cannot be loaded can be loaded again", async () => {
      await page.route(BUSY_SLOT_REQUESTS, (route) => route.abort());
      await page.getByLabel("Date").fill(day);
      const panel = page.getByRole("region", { name: "Available Slots" });
      await expect(panel.getByText("Loading the slots")).toBeAttached();
      await expect(panel).toContainText("The slots of this day could not be loaded.");
      await checkPage(page);
      await page.unroute(BUSY_SLOT_REQUESTS);
      await panel.getByRole("button", { name: "Try again" }).click();
      await expect(freeSlot(page, day, "10:30 to 11:00 AM")).toBeVisible();
    });

    await test.step("a failed booking keeps the form, and the second try books", async () => {
      await freeSlot(page, day, "8:30 to 9:00 PM").click();
      await page.route(SLOT_REQUESTS, (route) => route.abort());
      await press(page, "Book Slot");
      await expect(page.getByRole("alert")).toContainText("Failed to book slot.");
      await checkPage(page);
      await expect(page.getByLabel("Date")).toHaveValue(day);
      await expect(page.getByLabel("Start Time")).toHaveValue("20:30");
      await page.unroute(SLOT_REQUESTS);
      await press(page, "Book Slot");
      await expect(page.getByText("Slot booked!")).toBeVisible();
      await closeToast(page, "Slot booked!");
      expect(await startsOf(student)).toHaveLength(1);
    });

    await test.step("a lost response counts as booked when the slot is stored", async () => {
      await showDay(page, otherDay);
      await freeSlot(page, otherDay, "8:30 to 9:00 PM").click();
      await page.route(SLOT_REQUESTS, async (route) => {
        if (route.request().method() !== "POST") return route.continue();
        await route.fetch();
        await route.abort();
      });
      await press(page, "Book Slot");
      await expect(page.getByText("Slot booked!")).toBeVisible();
      await expect(page.getByRole("alert")).toBeHidden();
      expect(await startsOf(student)).toHaveLength(2);
    });
  });
});
