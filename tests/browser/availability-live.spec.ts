import { grantMentor } from "../world/people.ts";
import { queryAt } from "../world/sql.ts";
import { checkPage } from "./check-page.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { note, throwAway } from "./kept-drafts.ts";

// As in availability.spec.ts.
test.use({ withChallenge: true });

test("what an admin changes of a mentor's calendar shows at once; what the mentor has changed is kept, until it is sent or thrown away @desktop", async ({
  page,
  server,
  newStudent,
}) => {
  await test.step("what an admin changes of a mentor's calendar shows on their open screen, and replaces nothing that they type", async () => {
    const mentor = await newStudent();
    await grantMentor(server, mentor.id);
    await signIn(page, mentor);
    // While the stream is open, the screen asks for nothing on its own.
    const stream = page.waitForResponse(/\/live\/v1\/busy-times/);
    await page.goto("/availability");
    expect((await stream).status()).toBe(200);
    const change = (sql: string) => queryAt(server.databaseUrl, sql, [mentor.id]);
    const setHours = (end: string) =>
      change(`update mentor_hours set ends_at = '${end}' where weekday = 1 and mentor_id = $1`);

    await change(
      "insert into mentor_absences (mentor_id, starts_at, ends_at, note) values ($1, now(), now() + interval '1 hour', 'Exam duty')",
    );
    const absence = page.getByRole("list", { name: "Blocked times" }).getByText("Exam duty");
    await expect(absence).toBeVisible();
    await change("delete from mentor_absences where mentor_id = $1");
    await expect(absence).toBeHidden();
    await change("update mentors set active = false where id = $1");
    await expect(page.getByRole("switch", { name: "Take new bookings" })).not.toBeChecked();
    await change("update mentors set about = 'Seat allotment' where id = $1");
    await expect(page.getByLabel("A line about you")).toHaveValue("Seat allotment");
    const monday = page.getByRole("group", { name: "Monday" });
    const until = monday.getByLabel("Until");
    await setHours("20:00");
    await expect(until).toHaveValue("20:00");

    await monday.getByLabel("From").selectOption("11:00 AM");
    await setHours("19:00");
    const notice = page.getByText("Your hours were changed on another screen.");
    await expect(notice).toBeVisible();
    await expect(until).toHaveValue("20:00");
    await checkPage(page);
    await page.getByRole("button", { name: "Show the new hours" }).click();
    await expect(notice).toBeHidden();
    await expect(until).toHaveValue("19:00");
    await expect(monday.getByLabel("From")).toHaveValue("10:00");
  });

  await test.step("what a mentor has changed is kept through a reload, until it is sent or thrown away", async () => {
    const mentor = await newStudent();
    await grantMentor(server, mentor.id);
    await signIn(page, mentor);
    await page.goto("/availability");
    const until = page.getByRole("group", { name: "Monday" }).getByLabel("Until");
    const reason = page.getByLabel("Note");
    const kannada = page.getByLabel("Kannada");
    await until.selectOption("1:00 PM");
    await reason.fill("Exam duty");
    const wasChecked = await kannada.isChecked();
    await kannada.click();
    await page.reload();
    await expect(note(page)).toHaveCount(3);
    await expect(until).toHaveValue("13:00");
    await expect(reason).toHaveValue("Exam duty");
    await expect(kannada).toBeChecked({ checked: !wasChecked });
    await checkPage(page);
    await throwAway(page).first().click();
    await expect(reason).toHaveValue("");
    await page.getByRole("button", { name: "Save hours" }).click();
    await expect(page.getByText("Hours saved.")).toBeVisible();
    await page.reload();
    await expect(note(page)).toHaveCount(1);
    await expect(until).toHaveValue("13:00");
    await expect(reason).toHaveValue("");
  });
});
