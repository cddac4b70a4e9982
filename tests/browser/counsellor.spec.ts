import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { PERSON_COLUMNS } from "../../domain/student-columns.ts";
import { queryAt } from "../world/sql.ts";
import { insertCall, NOW, onDay } from "./agenda.ts";
import { checkPage } from "./check-page.ts";
import { type Counted, followSidebar, task } from "./counted-actions.ts";
import { newOrder } from "./desk-orders.ts";
import { pdfFile, uploadFiles } from "./documents.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { mailTo } from "./mailbox.ts";
import type { Person } from "./people.ts";
import { passwordDialog, sendButton } from "./send-email-page.ts";
import { type Server, SUPER_ADMIN_PASSWORD } from "./servers.ts";
import { toast } from "./toast.ts";

const BASIC = { level: "pg", exam: "neet", name: "Basic" } as const;

/** Adds what students and time would cause: a call today, one without a note, a plan that ends, a sign-up. */
async function passTime(server: Server, student: Person, mentor: Person, signUp: string): Promise<void> {
  const query = (sql: string, ...values: unknown[]) => queryAt(server.databaseUrl, sql, values);
  // A former mentor: while there is one in office, all specs of this server would book with mentors.
  await query(
    "insert into mentors (id, name, granted_by, revoked_at) values ($1, 'Dr. Rao', 'tests', now())",
    mentor.id,
  );
  await insertCall(server, mentor, student, NOW);
  await insertCall(server, mentor, student, onDay(-13, "10:30"));
  await query(
    "update user_plans set expires_at = now() + interval '2 hours' where user_id = $1 and active",
    student.id,
  );
  await query(
    `insert into auth.pending_sign_ups (email, link_hash, code_hash, created_at, expires_at)
     values ($1, $2, $2, now() - interval '20 days', now() - interval '19 days')`,
    signUp,
    randomBytes(32),
  );
}

/** Chooses a text, and enters the super-admin password. The mail itself would reach the students of other tests. */
async function mailAudience(page: Page, did: Counted): Promise<void> {
  await did.choose(page.getByRole("combobox", { name: "Template" }), "Welcome");
  await expect(sendButton(page)).not.toContainText("…");
  await did.click(sendButton(page));
  await did.type(passwordDialog(page).getByLabel("Super-admin password"), SUPER_ADMIN_PASSWORD);
  await did.couldClick(passwordDialog(page).getByRole("button", { name: "Confirm & Send" }));
  await page.reload();
  await page.getByRole("button", { name: "Throw away" }).click();
}
const PASSWORD_KEYS = SUPER_ADMIN_PASSWORD.length;

test("a counsellor does the tasks of a day in few clicks and keys", async ({
  page,
  server,
  admin,
  newStudent,
  freeDay,
  isMobile,
}) => {
  test.slow();
  const number = Date.now() % 1e7;
  const last_name = `Naik${number}`;
  const student = await newStudent({ profile: { last_name }, plan: BASIC });
  const other = await newStudent({ profile: { last_name } });
  const order = await newOrder(server, admin, { last_name: `Pai${number}` });
  await newOrder(server, admin, { last_name: `Pai${number}`, utr: null });
  const signUp = `pai${number}@signup.example.org`;
  await passTime(server, student, other, signUp);
  await uploadFiles(server, student, [pdfFile("marks.pdf")]);
  await signIn(page, admin);
  await page.goto("/account");
  const opening = isMobile ? 1 : 0;
  const list = page.getByRole("table", { name: "Students" });
  const rows = list.getByRole("row").filter({ hasText: last_name });
  const button = (name: string | RegExp) => page.getByRole("button", { name });

  await task("What waits today?", { clicks: 1 + opening }, async (did) => {
    await followSidebar(page, did, "Today");
    const documents = page.getByRole("region", { name: "Documents to look at" });
    await expect(documents.getByRole("button", { name: /^Mark the documents of / }).first()).toBeVisible();
    await expect(page.getByRole("table", { name: "Registrations by plan" })).toBeVisible();
    await checkPage(page);
  });

  // The counsellor is on the page Today from here on, so each of these is the number of clicks beyond its link.
  const section = (name: string) => page.getByRole("region", { name });

  await task("Who is booked today?", { clicks: 0 }, async () => {
    await expect(section("Calls today").getByRole("link", { name: `Asha ${last_name}` })).toBeVisible();
  });

  await task("A sign-up that was never confirmed gets the mail again", { clicks: 1 }, async (did) => {
    await did.click(button(`Send the confirmation to ${signUp} again`));
    await expect(toast(page, "The mail is on its way.")).toBeVisible();
  });

  await task("A call without a note is marked", { clicks: 2 }, async (did) => {
    await did.click(section("Calls without a note").getByRole("link", { name: `Asha ${last_name}` }));
    await did.click(button(new RegExp(`^Held: Asha ${last_name}`)));
    await expect(button(new RegExp(`^Write what was agreed: Asha ${last_name}`))).toBeVisible();
    await page.goto("/today");
  });

  await task("Whose plan ends in a week?", { clicks: 1 }, async (did) => {
    const ending = section("Plans that end within a week");
    await expect(ending.getByRole("link", { name: `Asha ${last_name}` })).toBeVisible();
    await did.click(ending.getByRole("link", { name: "Plans that end within a week" }));
    await expect(page.getByText(/Ends within 7 days/)).toBeVisible();
  });

  await task("Find a student", { clicks: 2 + opening, keys: last_name.length }, async (did) => {
    await followSidebar(page, did, "Students");
    await did.type(page.getByRole("searchbox", { name: "Search" }), last_name);
    await expect(rows).toHaveCount(2);
    await expect(page.getByText(`2 · “${last_name}”`)).toBeVisible();
  });

  await task("Mark a student", { clicks: 4, keys: 9 }, async (did) => {
    await did.click(button(`Marks of Asha ${last_name}`).first());
    const dialog = page.getByRole("dialog", { name: `Marks of Asha ${last_name}` });
    await checkPage(page);
    await did.type(dialog.getByRole("textbox", { name: "New mark" }), "call back");
    await did.click(dialog.getByRole("button", { name: "Add" }));
    await expect(dialog.getByRole("checkbox", { name: "call back" })).toBeChecked();
    await did.click(dialog.getByRole("button", { name: "Done" }));
    await expect(rows.filter({ hasText: "call back" })).toHaveCount(1);
  });

  await task("Who of a plan has sent something new?", { clicks: 5 }, async (did) => {
    await did.choose(page.getByRole("combobox", { name: "Plan", exact: true }), "All of PG NEET");
    await did.click(button("Filters"));
    const filters = page.getByRole("region", { name: "Filters" });
    await did.choose(filters.getByRole("combobox", { name: "Documents" }), "New documents");
    await expect(rows).toHaveCount(1);
    await checkPage(page);
    await expect(rows).toContainText("PG / NEET / Basic");
    await expect(page).toHaveURL(/filter=/);
  });

  await task("Save the filter for colleagues", { clicks: 2, keys: last_name.length }, async (did) => {
    await did.click(button("Save filter…"));
    await did.type(page.getByRole("textbox", { name: "Name" }), last_name);
    await did.click(page.getByRole("dialog").getByRole("button", { name: "Save" }));
    await expect(page.getByRole("combobox", { name: "Saved filter" })).toContainText(last_name);
  });

  await task("CSV of a saved filter", { clicks: 3 }, async (did) => {
    await page.getByRole("combobox", { name: "Saved filter" }).selectOption({ label: "None" });
    await expect(page).toHaveURL(/\/students$/);
    await did.choose(page.getByRole("combobox", { name: "Saved filter" }), last_name);
    await expect(rows).toHaveCount(1);
    const saving = page.waitForEvent("download");
    await did.click(button("CSV"));
    const file = await saving;
    expect(file.suggestedFilename()).toMatch(/^students-[\d-]+\.csv$/);
    const lines = (await readFile(await file.path(), "utf8")).trim().split("\r\n");
    expect(lines).toEqual([
      expect.stringContaining('"Name","Email","Phone","Plan","Status","Payment","Marks","Joined"'),
      expect.stringContaining(`"Asha ${last_name}","${student.email}"`),
    ]);
  });

  await task("The page of a student", { clicks: 1 }, async (did) => {
    await did.click(rows.getByRole("link", { name: `Asha ${last_name}` }));
    await expect(page.getByRole("heading", { level: 1, name: `Asha ${last_name}` })).toBeVisible();
  });

  await task("Mail one student", { clicks: 5, keys: PASSWORD_KEYS }, async (did) => {
    await did.click(page.getByRole("link", { name: "Mail from Maarga" }));
    await expect(page.getByRole("combobox", { name: "Audience" })).toContainText(student.email);
    await mailAudience(page, did);
  });

  await task("Activate the plan of somebody who has paid", { clicks: 2 }, async (did) => {
    await page.goto(`/students/student?id=${order.studentId}`);
    // The student has chosen nothing, and gets mails.
    const identity = page.getByRole("region", { name: "Student", exact: true });
    await expect(identity).toContainText("E-mail notificationsOn");
    await expect(identity.getByRole("link", { name: /^Call / })).toBeInViewport();
    await did.click(page.getByRole("link", { name: "Confirm the payment" }));
    await did.click(button(/^Confirm/).first());
    await expect(toast(page, `${order.number} confirmed.`)).toBeVisible();
  });

  await task("Book a call for a student", { clicks: 3 }, async (did) => {
    const day = await freeDay();
    await page.goto(`/students/student?id=${order.studentId}`);
    await did.click(button("Book a call"));
    const dialog = page.getByRole("dialog", { name: "Book a call" });
    await dialog.getByLabel("Day").fill(day);
    await did.click(dialog.getByRole("radio", { name: "10:30 AM" }));
    await checkPage(page);
    await did.click(dialog.getByRole("button", { name: "Book" }));
    await expect(section("Calls")).toContainText("10:30 AM");
    await expect(section("Timeline")).toContainText("Booked a call for");
  });

  await task("Move the call of a student", { clicks: 3 }, async (did) => {
    await did.click(button(/^Move the call of /));
    const dialog = page.getByRole("dialog", { name: "Move the call" });
    await did.click(dialog.getByRole("radio", { name: "3:30 PM" }));
    await did.click(dialog.getByRole("button", { name: "Move" }));
    await expect(section("Calls")).toContainText("3:30 PM");
  });

  await task("Mail all of UG NEET", { clicks: 7 + opening, keys: PASSWORD_KEYS }, async (did) => {
    await page.goto("/account");
    await followSidebar(page, did, "Send Notifications");
    await did.choose(page.getByRole("combobox", { name: "Plan" }), "All of UG NEET");
    await mailAudience(page, did);
  });

  await task("Mail those who have not paid", { clicks: 9 + opening, keys: PASSWORD_KEYS }, async (did) => {
    await page.goto("/account");
    await followSidebar(page, did, "Students");
    await did.click(button("Filters"));
    await did.choose(page.getByRole("combobox", { name: "Payment" }), "Ordered, not paid");
    await did.click(page.getByRole("link", { name: "Mail these" }));
    await expect(page.getByRole("combobox", { name: "Audience" })).toContainText("Ordered, not paid");
    await mailAudience(page, did);
  });

  await task("CSV of a plan", { clicks: 4 + opening }, async (did) => {
    await followSidebar(page, did, "Students");
    // The form of mails has a field Plan, too.
    await expect(list).toBeVisible();
    await did.choose(page.getByRole("combobox", { name: "Plan", exact: true }), "PG / NEET / Basic");
    await expect(page).toHaveURL(/filter=/);
    const saving = page.waitForEvent("download");
    await did.click(button("CSV"));
    const [, ...lines] = (await readFile(await (await saving).path(), "utf8")).trim().split("\r\n");
    expect(lines).toContainEqual(expect.stringContaining(student.email));
    expect(lines.filter((line) => !line.includes("PG / NEET / Basic"))).toEqual([]);
  });

  await task("Invite a colleague", { clicks: 3 + opening, keys: signUp.length }, async (did) => {
    await followSidebar(page, did, "Team");
    await did.type(page.getByRole("textbox", { name: "Email", exact: true }), signUp);
    await did.click(button("Send the invitation"));
    await expect(toast(page, `The invitation to ${signUp} is on its way.`)).toBeVisible();
  });

  await task("Send the confirmation again to whoever's mails came back", { clicks: 1 }, async (did) => {
    const email = `${last_name.toLowerCase()}@exmaple.org`;
    await queryAt(
      server.databaseUrl,
      `insert into auth.pending_sign_ups (email, link_hash, code_hash, expires_at)
       values ($1, convert_to($1, 'UTF8'), '', now() + interval '1 day')`,
      [email],
    );
    await queryAt(server.databaseUrl, "select private.record_bounce($1, $1, '5.1.2', 'no such domain')", [
      email,
    ]);
    await page.goto(
      `/students?filter=${encodeURIComponent(JSON.stringify({ email: "bad", search: last_name }))}`,
    );
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText("Bad address");
    await checkPage(page);
    await did.click(button(`Send the confirmation to ${email} again`));
    await expect(rows.getByRole("button", { name: /again$/ })).toHaveText("Sent");
    expect((await mailTo(server, email)).subject).toBe("Confirm your email address");
  });

  await test.step("a name stays in sight beside all other columns", async () => {
    const all = PERSON_COLUMNS.map(({ id }) => id).join(",");
    await page.goto(`/students?columns=${all}&filter={"search":"${last_name}"}`);
    await expect(rows.first()).toBeVisible();
    await page.getByRole("region", { name: "Students" }).evaluate((section) => section.scrollBy(9999, 0));
    // A phone shows cards, one below the other.
    if (!isMobile) await expect(rows.getByRole("link").first()).toBeInViewport();
  });

  await test.step("conditions that follow each other at once all apply, and a day can be typed", async () => {
    await page.clock.install();
    await page.goto("/students");
    await expect(rows.first()).toBeVisible();
    await button("Filters").click();
    const filters = page.getByRole("region", { name: "Filters" });
    await expect(filters).toBeVisible();
    await page.clock.pauseAt(Date.now() + 10_000);
    await page.getByRole("searchbox", { name: "Search" }).fill(last_name);
    await page.getByRole("combobox", { name: "Plan", exact: true }).selectOption({ label: "All of PG NEET" });
    await filters.getByRole("combobox", { name: "E-mail" }).selectOption({ label: "E-mail on" });
    await page.clock.runFor(1_000);
    await expect(page.getByText(`“${last_name}” · PG · NEET · E-mail on`)).toBeVisible();
    await page.clock.resume();
    const from = filters.getByLabel("Joined from");
    await from.focus();
    for (const digit of "05032020") await page.keyboard.press(digit, { delay: 300 });
    await expect(from).toHaveValue(/^2020-0[35]-0[35]$/);
    await expect(page).toHaveURL(/joinedFrom%22%3A%222020-0/);
    if (!isMobile) return;
    await expect(button(/^Show \d/)).toBeInViewport();
    await button(/^Show \d/).click();
    await expect(filters).toHaveCount(0);
  });
});
