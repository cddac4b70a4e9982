import { newEmail } from "../world/people.ts";
import { logIn, register } from "./auth-forms.ts";
import { expect, test } from "./fixtures.ts";
import { linkIn, mailTo } from "./mailbox.ts";
import { addSeats, rows } from "./options.ts";
import { toast } from "./toast.ts";

/** The address of the link “Add to my list” on the page of a college. */
const ADD = "/options?exam=UGCET&add=X901+CS";

test("a seat that a visitor adds is in the list after the login @phone", async ({
  page,
  newStudent,
  server,
}) => {
  await addSeats(server);
  const student = await newStudent();
  await page.goto(ADD);
  await expect(page).toHaveURL("/auth");
  await logIn(page, student.email);
  await expect(toast(page, "Added as number 1.")).toBeVisible();
  await expect(rows(page)).toContainText(["Hilltop College"]);
  await expect(page).toHaveURL("/options?exam=UGCET");
});

test("a seat that a visitor adds is in the list of their new account, when the mail opens in another tab @desktop", async ({
  page,
  context,
  server,
}) => {
  await addSeats(server);
  const address = newEmail();
  await page.goto(ADD);
  await expect(page).toHaveURL("/auth");
  await register(page, address);
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  const link = linkIn(await mailTo(server, address));
  await page.close();
  const mailTab = await context.newPage();
  await mailTab.goto(link);
  await expect(mailTab).toHaveURL("/complete-profile");
  await mailTab.getByLabel("First Name").fill("Asha");
  await mailTab.getByLabel("Last Name").fill("Rao");
  await mailTab.getByLabel("Phone Number").fill("9845012345");
  await mailTab.getByRole("button", { name: "Save and continue" }).click();
  await expect(mailTab).toHaveURL("/options?exam=UGCET");
  await expect(rows(mailTab)).toContainText(["Hilltop College"]);
});
