import { grantMentor, insertCall, UG_CET_ADVANCED } from "../world/people.ts";
import { checkPage } from "./check-page.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { note } from "./kept-drafts.ts";
import { at } from "./slots.ts";

// Other specs book at the other server, with one calendar for everyone.
test.use({ withChallenge: true, allowConsole: /status of 400/ });

test("an admin makes an account a mentor, and revokes it after a confirmation @phone", async ({
  page,
  server,
  admin,
  newStudent,
  freeDay,
}) => {
  // Gets the call of the one who loses the rights.
  await grantMentor(server, (await newStudent({ profile: { first_name: "Ravi" } })).id);
  const { email, id } = await newStudent({ profile: { first_name: "Lakshmi" } });
  await signIn(page, admin);
  await page.goto("/mentors");
  const field = page.getByLabel("Email of the new mentor");
  const grant = page.getByRole("button", { name: "Make a mentor" });
  const row = page.getByRole("row").filter({ hasText: email });
  await grant.click();
  await expect(field).toHaveAccessibleDescription(/^Please enter an email address\./);
  await field.fill("nobody@example.org");
  await grant.click();
  await expect(field).toHaveAccessibleDescription(/^There is no account with this confirmed address\./);
  await expect(field).toHaveValue("nobody@example.org");
  await checkPage(page);

  await field.fill(email.toUpperCase());
  await grant.click();
  await expect(page.getByText(`${email} is a mentor now.`)).toBeVisible();
  await expect(field).toHaveValue("");
  await expect(row).toContainText("Lakshmi");
  await expect(row).toContainText(`by ${admin.email}`);
  await field.fill(email);
  await grant.click();
  await expect(field).toHaveAccessibleDescription(/^They are a mentor already\./);
  await field.clear();

  const student = await newStudent();
  await insertCall(server, { student: student.id, mentor: id, start: at(await freeDay(), "10:00") });
  await page.reload();
  await row.getByRole("button", { name: "Revoke" }).click();
  const dialog = page.getByRole("alertdialog", { name: /^Revoke mentor rights from Lakshmi/ });
  await expect(dialog).toContainText("1 call to come: another mentor who is free gets each");
  await checkPage(page);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(row.getByText("Revoked")).toHaveCount(0);
  await row.getByRole("button", { name: "Revoke" }).click();
  await dialog.getByRole("button", { name: "Revoke" }).click();
  await expect(page.locator("[data-toast]")).toContainText(
    "is no longer a mentor. Another mentor has 1 call.",
  );
  await expect(row.getByText("Revoked")).toBeVisible();
  await expect(row.getByRole("button")).toHaveCount(0);
  await checkPage(page);
});

test("the dialog that moves a call asks for no mentor, also after one that books @desktop", async ({
  page,
  server,
  admin,
  newStudent,
  freeDay,
}) => {
  const mentor = await newStudent({ profile: { first_name: "Savitha" } });
  await grantMentor(server, mentor.id);
  const { id } = await newStudent({ plan: UG_CET_ADVANCED });
  await insertCall(server, { student: id, mentor: mentor.id, start: at(await freeDay(), "10:30") });
  await signIn(page, admin);
  await page.goto(`/students/student?id=${id}`);
  await page.getByRole("button", { name: "Book a call" }).click();
  await expect(page.getByRole("dialog").getByLabel("Mentor")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Move the call of / }).click();
  await expect(page.getByRole("dialog", { name: "Move the call" })).toBeVisible();
  await expect(page.getByRole("dialog").getByLabel("Mentor")).toHaveCount(0);
});

test.describe("a failed request", () => {
  test.use({ allowConsole: /status of 500|ERR_FAILED/ });

  test("a list that could not be loaded, and a grant that failed, say so @desktop", async ({
    page,
    admin,
  }) => {
    await signIn(page, admin);
    await page.route("**/rpc/list_mentors*", (route) => route.fulfill({ status: 500, json: {} }));
    await page.route("**/rpc/grant_mentor", (route) => route.abort());
    await page.goto("/mentors");
    await expect(page.getByRole("alert")).toContainText("This could not be loaded.");
    const field = page.getByLabel("Email of the new mentor");
    await field.fill("new@example.org");
    await page.getByRole("button", { name: "Make a mentor" }).click();
    await expect(field).toHaveAccessibleDescription(
      /^Not sent\. The connection was lost; please try again\./,
    );
    await expect(field).toHaveValue("new@example.org");
    await page.unrouteAll();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("table", { name: "Mentors" })).toBeVisible();
    await page.reload();
    await expect(field).toHaveValue("new@example.org");
    await expect(note(page)).toBeVisible();
  });
});
