import { checkPage } from "./check-page.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { mailTo } from "./mailbox.ts";
import { type Person, signInByPassword } from "./people.ts";
import { ADMIN, type Server } from "./servers.ts";
import { toast } from "./toast.ts";

// Chromium reports the refusal of an ended session as a console error.
test.use({ allowConsole: /status of 40[13]/ });

const ENDED = "You have been logged out";

const logOutElsewhere = (server: Server, person: Person) =>
  fetch(`${server.url}/auth/v1/logout?scope=local`, {
    method: "POST",
    headers: { apikey: server.publishableKey, authorization: `Bearer ${person.session.access_token}` },
  });

const changePassword = (server: Server, person: Person) =>
  fetch(`${server.url}/auth/v1/user`, {
    method: "PUT",
    headers: { apikey: server.publishableKey, authorization: `Bearer ${person.session.access_token}` },
    body: JSON.stringify({ password: "another horse battery", current_password: person.password }),
  });

test("a student logs out other devices, is logged out elsewhere and returns to their page, and closes their account from a notice mail @phone", async ({
  page,
  server,
  newStudent,
}) => {
  await test.step("a student sees where they are logged in, and logs out other devices", async () => {
    const student = await newStudent();
    await signInByPassword(server, student);
    await signInByPassword(server, student);
    await signIn(page, student);
    await page.goto("/update-profile");
    const isPhone = (page.viewportSize()?.width ?? 0) < 768;
    if (isPhone) await page.getByRole("button", { name: "Toggle Sidebar" }).click();
    await page.getByRole("link", { name: /^Your account and receipts/ }).click();

    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your account");
    const devices = page.getByRole("region", { name: "Where you are logged in" }).getByRole("listitem");
    await expect(devices).toHaveCount(3);
    await expect(devices.first()).toContainText("This device");
    await checkPage(page);

    await devices
      .nth(1)
      .getByRole("button", { name: /^Log out/ })
      .click();
    const question = page.getByRole("alertdialog", { name: /^Log out .+\?$/ });
    await checkPage(page);
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(devices).toHaveCount(3);
    await devices
      .nth(1)
      .getByRole("button", { name: /^Log out/ })
      .click();
    await question.getByRole("button", { name: "Log out" }).click();
    await expect(devices).toHaveCount(2);

    await page.getByRole("button", { name: "Log out all other devices" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Log out" }).click();
    await expect(toast(page, "All other devices are logged out.")).toBeVisible();
    await expect(devices).toHaveCount(1);
    await expect(page.getByRole("button", { name: "Log out all other devices" })).toHaveCount(0);
    await page.reload();
    await expect(devices).toHaveCount(1);
  });

  await test.step("a student who is logged out elsewhere logs in again and returns to their page", async () => {
    const student = await newStudent();
    await signIn(page, student);
    await page.goto("/notifications");
    await expect(page.getByRole("switch").first()).toBeVisible();
    await logOutElsewhere(server, student);

    await page.getByRole("switch").first().click();
    await page.goto("/book-slot");
    await expect(toast(page, ENDED)).toBeVisible();
    await page.getByLabel("Email").fill(student.email);
    await page.getByLabel("Password", { exact: true }).fill(student.password);
    await page.getByRole("button", { name: "Login" }).click();
    await expect(page).toHaveURL("/book-slot");
  });

  await test.step("the button in a notice mail closes the account after a press, without a login", async () => {
    const student = await newStudent();
    await changePassword(server, student);
    const { text } = await mailTo(server, student.email);
    await page.goto(/https?:\S+\/not-me\/v1\S+/.exec(text ?? "")?.[0] as string);
    await expect(page.getByRole("heading", { name: "Was this not you?" })).toBeVisible();
    await checkPage(page);
    await page.getByRole("button", { name: "Log out every device" }).click();
    await expect(page.getByRole("heading", { name: "Your account is closed to others" })).toBeVisible();
    await checkPage(page);
    await signIn(page, student);
    await page.goto("/notifications");
    await expect(toast(page, ENDED)).toBeVisible();
  });
});

test("an admin who is logged out elsewhere keeps the mail that they were writing @desktop", async ({
  page,
  server,
}) => {
  const admin = await signInByPassword(server, ADMIN);
  await signIn(page, admin);
  await page.goto("/send-notifications");
  await page.getByLabel("Subject").fill("Round two opens");
  await page.getByLabel("Body").fill("A long text");
  await logOutElsewhere(server, admin);
  await page.getByLabel("Plan").selectOption({ index: 1 });
  await expect(toast(page, ENDED)).toBeVisible();
  await page.getByLabel("Email").fill(ADMIN.email);
  await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
  await page.getByRole("button", { name: "Login" }).click();
  // The admin of the tests has no profile yet.
  await expect(page).toHaveURL("/complete-profile");
  await page.goto("/send-notifications");
  await expect(page.getByLabel("Subject")).toHaveValue("Round two opens");
  await expect(page.getByLabel("Body")).toHaveValue("A long text");
});
