import { transactionAt } from "../world/sql.ts";
import { checkPage } from "./check-page.ts";
import { expect, signIn, test } from "./fixtures.ts";
import type { Person } from "./people.ts";
import type { Server } from "./servers.ts";
import { ADVANCED, at, openDay, startsOf } from "./slots.ts";

/** Books all times of a day for somebody else, past their limits. */
async function fillDay({ databaseUrl }: Server, { id }: Person, day: string): Promise<void> {
  await transactionAt(databaseUrl, async (client) => {
    await client.query("set local session_replication_role = replica");
    await client.query(
      `insert into public.slots (user_id, start_time, end_time)
       select $1, start, start + interval '30 minutes'
       from generate_series($2::timestamptz, $2::timestamptz + interval '11 hours', '1 hour') as start`,
      [id, at(day, "10:30")],
    );
  });
}

test.describe("a full day @phone", () => {
  test.use({ allowConsole: /ERR_FAILED|Failed to fetch/ });
  test("a student waits for a full day, declines a time that becomes free, and books another", async ({
    page,
    server,
    newStudent,
    freeDay,
  }) => {
    const [student, busy] = [await newStudent({ plan: ADVANCED }), await newStudent({ plan: ADVANCED })];
    const day = await freeDay();
    await fillDay(server, busy, day);
    const cancel = async (time: string) => {
      const { error } = await busy.tables
        .from("slots")
        .delete()
        .eq("start_time", at(day, time).toISOString());
      if (error) throw error;
    };
    await signIn(page, student);
    const panel = await openDay(page, day);
    const join = panel.getByRole("button", { name: "Join the waiting list" });
    const request = /\/rest\/v1\/rpc\/join_waiting_list/;
    await page.route(request, (route) => route.abort());
    await join.click();
    await expect(panel.getByRole("alert")).toContainText("Not sent.");
    await page.unroute(request);
    await panel.getByRole("button", { name: "Try again" }).click();
    await expect(panel.getByText("You are on the waiting list of this day.")).toBeVisible();
    await expect(panel.getByRole("alert")).toHaveCount(0);
    await checkPage(page);

    await cancel("14:30");
    await page.reload();
    const offers = page.getByRole("region", { name: "Times offered to you" });
    await expect(offers).toContainText(/A time is free for you: .*2:30 – 3:00 PM/);
    await expect(offers).toContainText(/kept for you until \d+:\d\d [AP]M \(1[45] minutes left\)/);
    await checkPage(page);
    await offers.getByRole("button", { name: "Decline" }).click();
    await expect(offers).not.toContainText("A time is free");
    await expect(offers).toBeFocused();

    // The open screen is notified, before it asks on its own.
    await cancel("15:30");
    await expect(offers).toContainText("3:30 – 4:00 PM");
    await offers.getByRole("button", { name: "Book this time" }).click();
    await expect(page.getByText("Slot booked!")).toBeVisible();
    await expect(offers).not.toContainText("A time is free");
    expect(await startsOf(student)).toEqual([at(day, "15:30").toISOString()]);
  });
});

test.describe("the deadline of a student @desktop", () => {
  test.use({ allowConsole: /status of 400/ });
  test("an admin sets, sees and removes a student's deadline", async ({ page, admin, newStudent }) => {
    const student = await newStudent({ plan: ADVANCED });
    await signIn(page, admin);
    await page.goto(`/assign-plan?search=${encodeURIComponent(student.email)}`);
    const open = page.getByRole("button", { name: /^Set the deadline of/ });
    await open.click();
    const dialog = page.getByRole("dialog", { name: "Deadline" });
    const field = dialog.getByLabel("Date and time");
    await field.fill("2020-01-01T10:00");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toContainText("Please choose a deadline in the future, at most a year ahead.");
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    await field.fill(`${tomorrow}T17:00`);
    await checkPage(page);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Deadline set.")).toBeVisible();
    await open.click();
    await expect(field).toHaveValue(`${tomorrow}T17:00`);
    await dialog.getByRole("button", { name: "Remove" }).click();
    await expect(page.getByText("Deadline removed.")).toBeVisible();
  });
});
