import { readFile } from "node:fs/promises";
import { queryAt } from "../world/sql.ts";
import { checkPage } from "./check-page.ts";
import { followSidebar, task } from "./counted-actions.ts";
import { pdfFile, uploadFiles } from "./documents.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { mailTo } from "./mailbox.ts";

const BASIC = { level: "pg", exam: "neet", name: "Basic" } as const;

test("a counsellor does the tasks of a day in few clicks and keys", async ({
  page,
  server,
  admin,
  newStudent,
  isMobile,
}) => {
  test.slow();
  const last_name = `Naik${Date.now() % 1e7}`;
  const student = await newStudent({ profile: { last_name }, plan: BASIC });
  await newStudent({ profile: { last_name } });
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
    await expect(
      documents.getByRole("button", { name: /^Looked at the documents of / }).first(),
    ).toBeVisible();
    await expect(page.getByRole("table", { name: "Registrations by plan" })).toBeVisible();
    await checkPage(page);
  });

  await task("Find a student", { clicks: 1 + opening, keys: last_name.length }, async (did) => {
    await followSidebar(page, did, "Students");
    await did.type(page.getByRole("searchbox", { name: "Search" }), last_name);
    await expect(rows).toHaveCount(2);
    await expect(page.getByText(`2 · “${last_name}”`)).toBeVisible();
  });

  await task("Mark a student", { clicks: 3, keys: 9 }, async (did) => {
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
  });
});
