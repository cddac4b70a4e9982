import { grantMentor } from "../world/people.ts";
import { checkPage } from "./check-page.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { note, throwAway } from "./kept-drafts.ts";

// As in availability.spec.ts.
test.use({ withChallenge: true });

test("what a mentor has changed is kept through a reload, until it is sent or thrown away @desktop", async ({
  page,
  server,
  newStudent,
}) => {
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
