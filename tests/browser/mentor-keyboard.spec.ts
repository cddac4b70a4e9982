import { grantMentor } from "../world/people.ts";
import { insertCall, NOW, newMentor, onDay } from "./agenda.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { openAndClose, tabTo } from "./keyboard.ts";

test.use({ withChallenge: true });

/** Not tomorrow: another test drags a call from one column of tomorrow to another, and both must fit the screen. */
const DAYS = 5;

test("mentors and admins use each dialog of their screens with the keyboard alone", async ({
  page,
  server,
  admin,
  newStudent,
  isMobile,
}) => {
  await page.emulateMedia({ colorScheme: isMobile ? "light" : "dark" });
  const mentor = await newMentor(server, newStudent, "Dr. Bhat");
  const other = await newStudent({ profile: { first_name: "Ravi" } });
  await grantMentor(server, other.id);
  const student = await newStudent({ profile: { first_name: "Usha" } });
  await insertCall(server, mentor, student, NOW);
  await insertCall(server, mentor, student, onDay(DAYS, "10:30"));

  await test.step("what was agreed in a call", async () => {
    await signIn(page, mentor);
    await page.goto("/agenda");
    await expect(page.getByRole("list", { name: "Calls" })).toContainText("Usha");
    await tabTo(page, /^Write what was agreed: Usha/);
    const dialog = page.getByRole("dialog", { name: "What was agreed" });
    await openAndClose(page, dialog);
    await page.keyboard.press("Enter");
    await tabTo(page, /^Agreed$/);
    await page.keyboard.type("A college near home.");
    await tabTo(page, /^Save$/);
    await page.keyboard.press("Enter");
    await expect(page.getByText("Saved. The student can read it.")).toBeVisible();
    await expect(page.locator(":focus")).toHaveAccessibleName(/^(Write|Change) what was agreed: Usha/);
  });

  await test.step("calls at a time that a mentor blocks", async () => {
    await page.goto("/availability");
    const day = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Kolkata" }).format(
      Date.now() + DAYS * 86_400_000,
    );
    await page.getByLabel("First day").fill(day);
    await tabTo(page, /^Block this time$/);
    const dialog = page.getByRole("dialog", { name: "There are calls at this time" });
    await openAndClose(page, dialog);
    await page.keyboard.press("Enter");
    await tabTo(page, /^Who calls Usha/);
    await page.keyboard.type("Nobody");
    await expect(dialog.getByLabel("Who calls Usha Gowda?")).toHaveValue("cancel");
  });

  await test.step("another mentor for a call", async () => {
    await page.goto("about:blank");
    await signIn(page, admin);
    await page.goto("/agenda");
    await expect(page.getByRole("main")).toContainText("Usha");
    await tabTo(page, /^Next day$/);
    for (let day = 0; day < DAYS; day++) await page.keyboard.press("Enter");
    await tabTo(page, /^Other mentor: Usha/);
    const dialog = page.getByRole("dialog", { name: "Move to another mentor" });
    await openAndClose(page, dialog);
  });

  await test.step("the rights of a mentor", async () => {
    await page.goto("/mentors");
    await expect(page.getByRole("table")).toContainText(mentor.email);
    await tabTo(page, /^Revoke/);
    await openAndClose(page, page.getByRole("alertdialog", { name: /^Revoke mentor rights/ }));
  });
});
