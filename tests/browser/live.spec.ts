import type { Page } from "@playwright/test";
import { expect, signIn, test } from "./fixtures.ts";
import { ADVANCED, BUSY_SLOT_REQUESTS, book, freeSlot, openDay } from "./slots.ts";

// While the stream is open, a screen asks on its own only every five minutes, longer than any test waits.
const streamOf = (page: Page) => page.waitForResponse(/\/live\/v1\/busy-times/);

test("a booking and a cancellation of somebody else show on an open screen, and on an open agenda @desktop", async ({
  page,
  newStudent,
  freeDay,
  admin,
}) => {
  await test.step("a booking and a cancellation of somebody else show on an open screen", async () => {
    const other = await newStudent({ plan: ADVANCED });
    const day = await freeDay();
    await signIn(page, await newStudent({ plan: ADVANCED }));
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    const stream = streamOf(page);
    await openDay(page, day);
    const slot = freeSlot(page, day, "1:30 to 2:00 PM");
    await expect(slot).toBeVisible();
    expect((await stream).status()).toBe(200);
    const isBusy = (url: string) => BUSY_SLOT_REQUESTS.test(url);
    expect(requests.findIndex(isBusy)).toBeLessThan(requests.findIndex((url) => url.includes("/live/")));

    await book(other, day, "13:30");
    await expect(slot).toBeHidden();
    await other.tables.from("slots").delete().eq("user_id", other.id);
    await expect(slot).toBeVisible();
  });

  await test.step("a booking shows on an open agenda", async () => {
    const student = await newStudent({ plan: ADVANCED });
    const day = await freeDay();
    await signIn(page, admin);
    const stream = streamOf(page);
    await page.goto(`/agenda?day=${day}`);
    expect((await stream).status()).toBe(200);
    await book(student, day, "13:30");
    await expect(page.getByText("1:30 – 2:00 PM").first()).toBeVisible();
  });
});
