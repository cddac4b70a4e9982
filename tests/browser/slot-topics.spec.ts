import { checkPage } from "./check-page.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { draftsOf } from "./kept-drafts.ts";
import { ADVANCED, at, chooseSlot, formatDay, openHistory, press } from "./slots.ts";

test("a student says what they want to talk about, and a password in it never leaves the browser @phone", async ({
  page,
  newStudent,
  freeDay,
}) => {
  const student = await newStudent({ plan: ADVANCED });
  await signIn(page, student);
  const day = await freeDay();
  await chooseSlot(page, day, "10:30 to 11:00 AM");
  const topic = page.getByLabel("What do you want to talk about?");
  // The bar at the bottom of the screen does not cover what gets the focus.
  await page.evaluate(() => window.scrollTo(0, 0));
  await topic.focus();
  const bottom = (box: { y: number; height: number } | null) => (box ? box.y + box.height : Number.NaN);
  const bar = await page.locator("[data-action-bar]").boundingBox();
  expect(bottom(await topic.boundingBox())).toBeLessThanOrEqual(bar?.y ?? 0);
  await topic.fill("Choices for rank 23456. KEA password: Ravi@2007");
  await expect(page.getByText("Never share a password, OTP or secret key, here or in a call.")).toBeVisible();
  await expect(page.getByText("It will be stored without what looks like one: Choices")).toContainText(
    "KEA password: •••",
  );
  await expect.poll(() => draftsOf(page)).toContain("KEA password: •••");
  expect(await draftsOf(page)).not.toContain("Ravi@2007");
  await checkPage(page);

  const sent = page.waitForRequest(
    (request) => request.url().includes("/slots") && request.method() === "POST",
  );
  await press(page, "Book Slot");
  expect((await sent).postData()).not.toContain("Ravi@2007");
  await expect(page.getByText("Slot booked!")).toBeVisible();
  await expect(topic).toHaveValue("");
  await expect(page.getByRole("status").filter({ hasText: "Yours:" })).toContainText(
    /In Indian time\. Your mentor calls you on [\d +]+\./,
  );
  expect(await draftsOf(page)).toBe("");

  await openHistory(page);
  const entry = page.getByRole("list", { name: "Your slots" }).getByRole("listitem");
  await expect(entry).toContainText("To talk about: Choices for rank 23456. KEA password: •••");
  const change = entry.getByRole("button", {
    name: `Change what you want to talk about: ${formatDay(day)}, 10:30 to 11:00 AM`,
  });
  await change.press("Enter");
  await expect(topic).toBeFocused();
  await topic.fill("Fees");
  // The phone closes the tab.
  await page.reload();
  await openHistory(page);
  await change.click();
  await expect(topic).toHaveValue("Fees");
  await checkPage(page);
  await press(page, "Save");
  await expect(entry).toContainText("To talk about: Fees");
  await expect(change).toBeFocused();
  expect(await draftsOf(page)).toBe("");
  const { data } = await student.tables.from("slots").select("start_time, topic").single();
  expect(data).toMatchObject({ topic: "Fees" });
  expect(new Date(data?.start_time ?? "")).toEqual(at(day, "10:30"));
});
