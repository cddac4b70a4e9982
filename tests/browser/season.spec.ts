import { readFile } from "node:fs/promises";
import { createAccount, grantMentor } from "../world/people.ts";
import { queryAt, transactionAt } from "../world/sql.ts";
import { checkPage } from "./check-page.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { ADVANCED } from "./slots.ts";

// Other specs book at the other server, with one calendar for everyone.
test.use({ withChallenge: true });

test("an admin sees how a mentor's weeks were used, downloads them, and calls who never booked @desktop", async ({
  page,
  server,
  admin,
}) => {
  const mentor = await createAccount(server, { profile: {} });
  await grantMentor(server, mentor.id);
  // A name of its own for each project, because both use one server.
  const name = `Dr. Pai ${mentor.id.slice(0, 4)}`;
  await queryAt(server.databaseUrl, "update mentors set name = $2 where id = $1", [mentor.id, name]);
  const student = await createAccount(server, { plan: ADVANCED });
  const never = await createAccount(server, {
    plan: ADVANCED,
    profile: { first_name: "Girija", last_name: "Hebbar", phone: "98450 12345" },
  });
  await transactionAt(server.databaseUrl, async (client) => {
    await client.query("set local session_replication_role = replica");
    await client.query(
      "insert into public.mentor_hours values ($1, 1, '10:00', '12:00') on conflict (mentor_id, weekday, starts_at) do nothing",
      [mentor.id],
    );
    await client.query(
      `with call as (
         insert into public.slots (user_id, mentor_id, start_time, end_time)
         select $1, $2, start, start + interval '30 minutes'
         from (select ('2026-06-01 10:30+05:30'::timestamptz) as start) as day
         returning id
       )
       insert into public.call_outcomes (slot_id, outcome) select id, 'missed' from call`,
      [student.id, mentor.id],
    );
    // First in the list.
    await client.query(
      "update public.user_plans set expires_at = now() + interval '1 day' where user_id = $1",
      [never.id],
    );
  });
  await signIn(page, admin);
  await page.goto("/agenda");
  await page.getByRole("link", { name: "Season" }).click();
  await expect(page).toHaveURL("/agenda/season");
  await page.getByLabel("From").fill("2026-06-03");
  await page.getByRole("combobox", { name: "Weeks" }).selectOption("4");
  await page.getByRole("combobox", { name: "Mentor" }).selectOption({ label: name });
  const weeks = page.getByRole("table", { name: `Weeks: ${name}` });
  await expect(weeks.getByRole("row")).toHaveCount(5);
  await expect(weeks.getByRole("row").nth(1)).toHaveText(/^Mon 1 Jun 20260100/);
  await checkPage(page);

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("season-2026-06-01.csv");
  expect(await readFile(await download.path(), "utf8")).toContain(
    `"2026-06-01","${name}","0","1","0","0","0","0.5"`,
  );

  const students = page.getByRole("list", { name: "Students who never booked" });
  await expect(students.getByRole("link", { name: "Call Girija Hebbar, 98450 12345" }).first()).toBeVisible();
  await expect(students.getByRole("link", { name: "WhatsApp Girija Hebbar" }).first()).toHaveAttribute(
    "href",
    "https://wa.me/919845012345",
  );
});

test.describe("a mentor", () => {
  test.use({ allowConsole: /status of 403/ });

  test("a mentor is sent away from the season, and the database refuses its report @phone", async ({
    page,
    server,
    newStudent,
  }) => {
    const mentor = await newStudent();
    await grantMentor(server, mentor.id);
    await signIn(page, mentor);
    await page.goto("/agenda/season");
    await expect(page.getByText("You are not authorized to access this page")).toBeVisible();
    const { error } = await mentor.tables.rpc("season_report", { first_day: "2026-11-23" });
    expect(error).toMatchObject({ code: "42501" });
  });
});
