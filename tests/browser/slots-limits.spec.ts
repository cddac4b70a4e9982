import { transactionAt } from "../world/sql.ts";
import { checkPage } from "./check-page.ts";
import { expect, signIn, test } from "./fixtures.ts";
import type { Person } from "./people.ts";
import type { Server } from "./servers.ts";
import { ADVANCED, at, formatDay, openDay, openHistory, press, startsOf } from "./slots.ts";

const NOTE =
  "You have reached the maximum of 30 upcoming slots. You can either delete a slot or try again when one has passed.";

/** Inserts the slots past the rules, all on one day. */
async function insertSlots(
  { databaseUrl }: Server,
  { id }: Person,
  day: string,
  count: number,
): Promise<void> {
  await transactionAt(databaseUrl, async (client) => {
    await client.query("set local session_replication_role = replica");
    await client.query(
      `insert into public.slots (user_id, start_time, end_time)
       select $1, start, start + interval '15 minutes'
       from generate_series(0, $3 - 1) n, lateral (select $2::timestamptz + n * interval '20 minutes' as start) as times`,
      [id, at(day, "10:30"), count],
    );
  });
}

test("a student books at most a year ahead, has at most thirty upcoming slots, and sees the latest of a thousand past ones @desktop", async ({
  page,
  server,
  newStudent,
  freeDay,
}) => {
  const student = await newStudent({ plan: ADVANCED });
  const panel = page.getByRole("region", { name: "Available Slots" });
  await signIn(page, student);

  await test.step("a day more than a year ahead is refused with words, and the calendar does not lead there", async () => {
    const dayAhead = (days: number) =>
      new Date(Date.now() + days * 86_400_000).toLocaleDateString("en-CA", { timeZone: "Asia/Kolkata" });
    await page.goto("/book-slot");
    const date = page.getByLabel("Date");
    await expect(date).toHaveAttribute("max", dayAhead(365));
    await date.fill(dayAhead(366));
    await page.getByLabel("Start Time").fill("13:30");
    await expect(panel.getByText("No slots for this day.")).toBeVisible();
    await press(page, "Book Slot");
    await expect(page.getByRole("alert")).toContainText("Please select a date within the next 365 days.");

    await panel.getByRole("button", { name: "Day before" }).click();
    await expect(panel.getByRole("region", { name: `Slots of ${formatDay(dayAhead(365))}` })).toBeVisible();
    await expect(panel.getByRole("button", { name: "Day after" })).toBeDisabled();
  });

  await test.step("with thirty upcoming slots, no time can be chosen until one is deleted", async () => {
    await insertSlots(server, student, await freeDay(), 30);
    const day = await freeDay();
    await openDay(page, day);
    await expect(
      page.getByText("You can book up to 365 days ahead, and have up to 30 upcoming slots."),
    ).toBeVisible();
    await expect(panel.getByText(NOTE)).toBeVisible();
    await expect(panel.getByText("Limit reached")).toBeVisible();
    await expect(panel.getByRole("button", { name: /available$/ })).toHaveCount(0);
    await checkPage(page);

    await page.getByLabel("Start Time").fill("13:30");
    await press(page, "Book Slot");
    await expect(page.getByRole("alert")).toContainText("You have reached the maximum of 30 upcoming slots.");

    await openHistory(page);
    await page
      .getByRole("button", { name: /^Delete/ })
      .first()
      .click();
    await press(page, "Delete");
    await expect(page.getByText("Slot deleted!")).toBeVisible();
    await page.getByRole("tab", { name: "Book a Slot" }).click();
    await expect(panel.getByText(NOTE)).toBeHidden();
    await press(page, "Book Slot");
    await expect(page.getByText("Slot booked!")).toBeVisible();
    expect(await startsOf(student)).toContain(at(day, "13:30").toISOString());
  });

  await test.step("with more past slots than one response may have, the latest are shown", async () => {
    // All tests share one calendar: the claimed day chooses one of many fortnights long ago.
    const fortnight = Math.round((at(await freeDay(), "00:00").getTime() - Date.now()) / 86_400_000);
    const longAgo = new Date(Date.UTC(2000, 0, 1 + 15 * fortnight)).toISOString().slice(0, 10);
    const other = await newStudent({ plan: ADVANCED });
    await insertSlots(server, other, longAgo, 1_001);
    await signIn(page, other);
    await page.goto("/book-slot");
    await openHistory(page);
    await expect(page.getByText("Slot time has passed").first()).toBeVisible();
  });
});
