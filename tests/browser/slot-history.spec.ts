import { readFile } from "node:fs/promises";
import { checkPage } from "./check-page.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { holdRequests } from "./held-requests.ts";
import {
  ADVANCED,
  at,
  BASIC,
  book,
  formatDay,
  openHistory,
  press,
  SLOT_REQUESTS,
  startsOf,
} from "./slots.ts";
import { closeToast, toast } from "./toast.ts";

test("a student sees their own slots, newest first, deletes one, and saves another to a calendar @phone", async ({
  page,
  newStudent,
  freeDay,
}) => {
  const [student, other] = [await newStudent({ plan: ADVANCED }), await newStudent({ plan: ADVANCED })];
  const day = await freeDay();
  await book(student, day, "10:30");
  await book(other, day, "11:30");
  await book(student, day, "21:30");
  await signIn(page, student);
  await page.goto("/book-slot");
  await openHistory(page);
  const items = page.getByRole("list", { name: "Your slots" }).getByRole("listitem");
  await expect(items).toHaveText([/9:30 PM.*End.*10:00 PM.*Upcoming/, /10:30 AM.*End.*11:00 AM.*Upcoming/]);
  await expect(items.first()).toContainText("Start");
  for (const name of ["Edit", "Delete", "Add to calendar"])
    await expect(items.first().getByRole("button", { name })).toBeVisible();
  await checkPage(page);

  await test.step("a slot is deleted after a confirmation", async () => {
    const button = page.getByRole("button", { name: `Delete ${formatDay(day)}, 9:30 to 10:00 PM` });
    await button.click();
    const dialog = page.getByRole("alertdialog", { name: "Delete this slot?" });
    await expect(dialog).toContainText(`${formatDay(day)}, 9:30 to 10:00 PM`);
    await checkPage(page);
    await press(page, "Keep it");
    await expect(dialog).toBeHidden();
    await expect(button).toBeFocused();
    await button.click();
    await press(page, "Delete");
    await expect(page.getByText("Slot deleted!")).toBeVisible();
    await expect(button).toBeHidden();
    await expect(page.getByRole("list", { name: "Your slots" })).toBeFocused();
    expect(await startsOf(student)).toEqual([at(day, "10:30").toISOString()]);
  });

  await test.step("a slot is saved to a calendar, and a moved slot replaces it there", async () => {
    const save = async () => {
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: /^Add to calendar/ }).click(),
      ]);
      expect(download.suggestedFilename()).toBe("maarga-slot.ics");
      const text = await readFile(await download.path(), "utf8");
      return Object.fromEntries(
        text.split("\r\n").map((line) => [line.split(":")[0], line.split(":").slice(1).join(":")]),
      );
    };
    const compact = day.replaceAll("-", "");
    const first = await save();
    expect(first).toMatchObject({
      SUMMARY: "Maarga mentor slot",
      DTSTART: `${compact}T050000Z`,
      DTEND: `${compact}T053000Z`,
    });
    await press(page, `Edit ${formatDay(day)}, 10:30 to 11:00 AM`);
    await page.getByLabel("New Start Time").fill("12:30");
    // The reload of the list never gets a response: the page's own copy must be right.
    await page.route(SLOT_REQUESTS, (route) =>
      route.request().method() === "GET" ? undefined : route.continue(),
    );
    await press(page, "Save");
    await expect(page.getByText("Slot updated!")).toBeVisible();
    // SEQUENCE is in seconds.
    await expect.poll(async () => Number((await save()).SEQUENCE)).toBeGreaterThan(Number(first.SEQUENCE));
    expect(await save()).toMatchObject({ UID: first.UID, DTSTART: `${compact}T070000Z` });
  });
});

test.describe("a failed request", () => {
  test.use({ allowConsole: /net::ERR_FAILED/ });

  test("a history that cannot be loaded can be loaded again, and a failed move or deletion leaves the slot as it was @phone", async ({
    page,
    newStudent,
    freeDay,
  }) => {
    const student = await newStudent({ plan: ADVANCED });
    const day = await freeDay();
    await signIn(page, student);
    await page.route(SLOT_REQUESTS, (route) => route.abort());
    await page.goto("/book-slot");
    await openHistory(page);
    await expect(page.getByRole("alert")).toContainText("Failed to fetch slot history.");
    await checkPage(page);
    await page.unroute(SLOT_REQUESTS);
    await press(page, "Try again");
    await expect(page.getByText("No slots booked yet.")).toBeVisible();
    await checkPage(page);

    await book(student, day, "10:30");
    await page.reload();
    await openHistory(page);
    const slot = `${formatDay(day)}, 10:30 to 11:00 AM`;
    await press(page, `Edit ${slot}`);
    const dialog = page.getByRole("dialog", { name: "Edit Slot" });
    const list = dialog.getByRole("list");
    expect(await list.evaluate((element) => element.getBoundingClientRect().height)).toBeLessThanOrEqual(200);
    await dialog.getByLabel("New Start Time").fill("12:30");
    await page.route(SLOT_REQUESTS, (route) => route.abort());
    await press(page, "Save");
    await expect(dialog.getByRole("alert")).toContainText("Failed to update slot.");
    await checkPage(page);
    await expect(dialog.getByLabel("New Start Time")).toHaveValue("12:30");
    await press(page, "Cancel");
    await press(page, `Delete ${slot}`);
    await press(page, "Delete");
    await expect(page.getByText("Failed to delete slot.")).toBeVisible();
    expect(await startsOf(student)).toEqual([at(day, "10:30").toISOString()]);
  });
});

test.describe("moving a slot @desktop", () => {
  test.use({ allowConsole: /status of 400/ });

  test("a slot is moved to a free one from the list, and a time that is not free is refused with words", async ({
    page,
    newStudent,
    freeDay,
  }) => {
    const [student, other] = [await newStudent({ plan: BASIC }), await newStudent({ plan: ADVANCED })];
    const day = await freeDay();
    await book(student, day, "10:30", 15);
    await book(other, day, "12:30");
    await signIn(page, student);
    await page.goto("/book-slot");
    await openHistory(page);
    await press(page, `Edit ${formatDay(day)}, 10:30 to 10:45 AM`);
    const dialog = page.getByRole("dialog", { name: "Edit Slot" });
    await expect(dialog).toContainText("Slot duration is 15 minutes.");
    await expect(dialog.getByLabel("New Start Time")).toHaveValue("10:30");
    const list = dialog.getByRole("list");
    await expect(list.getByRole("button")).toHaveCount(22);
    expect(await list.evaluate((element) => element.getBoundingClientRect().height)).toBeLessThanOrEqual(200);
    await checkPage(page);

    await dialog.getByLabel("New Start Time").fill("");
    await expect(dialog.getByRole("button", { name: "Save" })).toBeDisabled();
    for (const [time, message] of [
      ["12:45", "This slot is already booked."],
      ["14:10", "Cannot book during a break period. Please select a valid slot."],
      ["23:30", "Slot must be between 10:00 AM and 10:00 PM (Working hours)"],
    ] as const) {
      await dialog.getByLabel("New Start Time").fill(time);
      await press(page, "Save");
      await expect(dialog.getByRole("alert")).toContainText(message);
    }
    await list.getByRole("button", { name: `${formatDay(day)}, 8:45 to 9:00 PM, available` }).click();
    await expect(dialog.getByLabel("New Start Time")).toHaveValue("20:45");
    await expect(dialog.getByRole("alert")).toBeHidden();

    const release = await holdRequests(page, SLOT_REQUESTS, { method: "PATCH" });
    await press(page, "Save");
    await expect(dialog.getByRole("button", { name: "Saving..." })).toBeVisible();
    release();
    await expect(page.getByText("Slot updated!")).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("button", { name: `Edit ${formatDay(day)}, 8:45 to 9:00 PM` })).toBeFocused();
    expect(await startsOf(student)).toEqual([at(day, "20:45").toISOString()]);
  });

  test("a time that is taken offers the nearest free slots, and a slot moves to another day unless that day has three", async ({
    page,
    newStudent,
    freeDay,
  }) => {
    const [student, other] = [await newStudent({ plan: ADVANCED }), await newStudent({ plan: ADVANCED })];
    const [day, ownDay, fullDay, nextDay] = [
      await freeDay(),
      await freeDay(),
      await freeDay(),
      await freeDay(),
    ];
    await book(student, day, "10:30");
    for (const time of ["12:30", "13:30"]) await book(student, ownDay, time);
    for (const time of ["11:30", "12:30", "13:30"]) await book(student, fullDay, time);
    await signIn(page, student);
    await page.goto("/book-slot");
    await openHistory(page);
    const dialog = page.getByRole("dialog", { name: "Edit Slot" });
    const refusal = dialog.getByRole("alert");

    await test.step("when another student takes the new time first, the nearest free slots are offered", async () => {
      await press(page, `Edit ${formatDay(day)}, 10:30 to 11:00 AM`);
      await dialog.getByRole("button", { name: "2:30 to 3:00 PM, available" }).click();
      await book(other, day, "14:30");
      await press(page, "Save");
      await expect(refusal).toContainText("This slot is already booked.");
      await expect(refusal.getByRole("button")).toHaveText([
        "Move to 1:30 – 2:00 PM",
        "Move to 3:30 – 4:00 PM",
        "Move to 12:30 – 1:00 PM",
      ]);
      await checkPage(page);
      await refusal.getByRole("button").first().click();
      await expect(toast(page, "Slot updated!")).toBeVisible();
      const starts = await startsOf(student);
      expect(starts).toContain(at(day, "13:30").toISOString());
      expect(starts).not.toContain(at(day, "10:30").toISOString());
      await closeToast(page, "Slot updated!");
    });

    await test.step("when the student's own slot is at the new time, the page says so and offers others", async () => {
      await press(page, `Edit ${formatDay(ownDay)}, 12:30 to 1:00 PM`);
      await dialog.getByLabel("New Start Time").fill("13:30");
      await press(page, "Save");
      await expect(refusal).toContainText("This slot is already booked.");
      await expect(refusal).toContainText("One of your own slots is at that time.");
      await expect(refusal.getByRole("button")).toHaveText([
        "Move to 2:30 – 3:00 PM",
        "Move to 11:30 AM – 12:00 PM",
        "Move to 3:30 – 4:00 PM",
      ]);
      await press(page, "Cancel");
    });

    await test.step("a slot is moved to another day, unless that day has three", async () => {
      await press(page, `Edit ${formatDay(day)}, 1:30 to 2:00 PM`);
      await dialog.getByLabel("Date").fill(fullDay);
      await expect(dialog).toContainText(
        "You have reached the maximum of 3 slots for this day. You can either",
      );
      await press(page, "Save");
      await expect(refusal).toHaveText("You have reached the maximum of 3 slots for this day.");
      await dialog.getByLabel("Date").fill(nextDay);
      await dialog.getByRole("button", { name: "5:30 to 6:00 PM, available" }).click();
      await press(page, "Save");
      await expect(toast(page, "Slot updated!")).toBeVisible();
      expect(await startsOf(student)).toContain(at(nextDay, "17:30").toISOString());
    });
  });
});
