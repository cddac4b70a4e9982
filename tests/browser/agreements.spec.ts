import { transactionAt } from "../world/sql.ts";
import { checkPage } from "./check-page.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { ADVANCED, at, book, openHistory } from "./slots.ts";

test.use({ allowConsole: /net::ERR_FAILED/ });

test("a student reads what was agreed in a past slot, even after a failed load, and ticks the next steps @phone", async ({
  page,
  newStudent,
  freeDay,
  server,
}) => {
  const student = await newStudent({ plan: ADVANCED });
  const day = await freeDay();
  await book(student, day, "10:30");
  // Only time can bring a slot into the past. Each free day is another one, so is each past day.
  const past = new Date(at(day, "10:30").getTime() - 4_000 * 86_400_000);
  await transactionAt(server.databaseUrl, async (client) => {
    await client.query("set local session_replication_role = replica");
    await client.query(
      "update public.slots set start_time = $2::timestamptz, end_time = $2::timestamptz + interval '30 minutes' where user_id = $1",
      [student.id, past],
    );
    await client.query(
      "insert into public.slot_agreements (slot_id, agreed) select id, 'Two colleges in Mysuru.' from public.slots where user_id = $1",
      [student.id],
    );
    await client.query(
      `insert into public.next_steps (slot_id, position, step, due_on)
       select id, 1, 'Upload the caste certificate', date '2027-06-01' from public.slots where user_id = $1`,
      [student.id],
    );
  });
  await signIn(page, student);
  await page.route("**/rpc/own_agreements", (route) => route.abort());
  await page.goto("/book-slot");
  await openHistory(page);
  const entry = page.getByRole("list", { name: "Your slots" });
  await expect(entry).toContainText("What was agreed could not be loaded.");
  await page.unroute("**/rpc/own_agreements");
  await entry.getByRole("button", { name: "Try again" }).click();
  await expect(entry).toContainText("What was agreedTwo colleges in Mysuru.");
  await expect(entry).toContainText("By Tue 1 Jun");
  const step = page.getByRole("checkbox", { name: /^Upload the caste certificate/ });
  await checkPage(page);
  const saved = page.waitForResponse(/own_agreements/);
  await step.press("Space");
  await saved;
  await page.reload();
  await openHistory(page);
  await expect(step).toBeChecked();
});
