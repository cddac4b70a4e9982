import { openLink } from "../world/auth-calls.ts";
import { newEmail, PASSWORD } from "../world/people.ts";
import { alertIn, email, NOT_REACHED, replyWith, submit } from "./auth-forms.ts";
import { checkPage } from "./check-page.ts";
import { expect, signIn, startAfresh, test } from "./fixtures.ts";
import { linkIn, mailTo } from "./mailbox.ts";
import { signInByPassword } from "./people.ts";
import { toast } from "./toast.ts";

test.describe("a forgotten password @phone", () => {
  test.use({ allowConsole: /status of (400|403|422|429)|ERR_FAILED/ });

  test("a student sets a new password through the mailed link", async ({ page, server, newStudent }) => {
    const student = await newStudent();
    await page.goto("/auth");
    await email(page).fill(student.email);
    await page.getByRole("link", { name: "Forgot password?" }).click();
    await expect(page.getByRole("heading", { name: "Reset Your Password" })).toBeVisible();
    await expect(email(page)).toHaveValue(student.email);
    await checkPage(page);
    await submit(page, "Send Reset Link").click();
    await expect(toast(page, "Check your email for a password reset link.")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
    await checkPage(page);
    await page.reload();
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
    await expect(page.getByText(student.email)).toBeVisible();

    await page.goto(linkIn(await mailTo(server, student.email)));
    await expect(page.getByRole("heading", { name: "Reset Password" })).toBeVisible();
    await expect(page).toHaveURL("/reset-password");
    await expect(page.getByLabel("Current Password")).toBeHidden();
    const newPassword = page.getByLabel("New Password");
    const confirmation = page.getByLabel("Confirm Password");
    await expect(newPassword).toHaveAttribute("autocomplete", "new-password");
    await newPassword.fill("a new password");
    await confirmation.fill("a new passwort");
    await submit(page, "Reset Password").click();
    await expect(confirmation).toHaveAccessibleDescription("Passwords do not match.");
    await expect(toast(page, "Passwords do not match.")).toBeVisible();
    await checkPage(page);
    await confirmation.fill("a new password");
    await submit(page, "Reset Password").click();
    await expect(toast(page, "Password updated successfully.")).toBeVisible();
    await expect(page).toHaveURL("/pricing");
    await signInByPassword(server, { email: student.email, password: "a new password" });
  });

  test("a used link says why it does not work, and a logged-in student can still change the password", async ({
    page,
    server,
    newStudent,
  }) => {
    const student = await newStudent();
    await page.goto("/forgot-password");
    await email(page).fill(student.email);
    await submit(page, "Send Reset Link").click();
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
    const link = linkIn(await mailTo(server, student.email));
    await openLink(new URL(link));
    await page.goto(link);
    await expect(page).toHaveURL(/\/forgot-password/);
    await expect(page.getByText("This link has expired or was used before.")).toBeVisible();
    await expect(page.locator("[data-toast]")).toHaveCount(0);
    await checkPage(page);

    // A logged-in student does not need the link.
    await signIn(page, student);
    await page.goto("/pricing");
    await page.goto(link);
    await expect(page.getByText("This link has expired or was used before.")).toBeVisible();
    await expect(page.getByLabel("New Password")).toBeVisible();
    await checkPage(page);
  });

  test.describe("@desktop", () => {
    test("the form for a reset link says the same for every address, shows the server's message, and its link can be tried again", async ({
      page,
      server,
      newStudent,
    }) => {
      await test.step("a link opened while the server cannot be reached can be tried again", async () => {
        const student = await newStudent();
        await page.goto("/forgot-password");
        await email(page).fill(student.email);
        await submit(page, "Send Reset Link").click();
        await expect(toast(page, "Check your email for a password reset link.")).toBeVisible();
        const link = linkIn(await mailTo(server, student.email));
        await page.route("**/auth/v1/token*", (route) => route.abort());
        await page.goto(link);
        await expect(page.getByText("We could not reach Maarga.")).toBeVisible();
        await page.unroute("**/auth/v1/token*");
        await submit(page, "Try again").click();
        await expect(page.getByLabel("New Password")).toBeVisible();
      });

      await test.step("an address without an account gets the same reply", async () => {
        await startAfresh(page);
        await page.goto("/forgot-password");
        await email(page).fill(newEmail("nobody"));
        await submit(page, "Send Reset Link").click();
        await expect(toast(page, "Check your email for a password reset link.")).toBeVisible();
      });

      await test.step("a message of the server is shown", async () => {
        await startAfresh(page);
        await replyWith(page, "recover*", 429, {
          code: "over_email_send_rate_limit",
          message: "For security purposes, you can only request this after 42 seconds.",
        });
        await page.goto("/forgot-password");
        await email(page).fill(newEmail());
        await submit(page, "Send Reset Link").click();
        await expect(alertIn(page)).toHaveText(
          "For security purposes, you can only request this after 42 seconds.",
        );
      });
    });

    test("a logged-in student sees why a new password is refused", async ({ page, server, newStudent }) => {
      const student = await newStudent();
      await signIn(page, student);
      await page.goto("/reset-password");
      await expect(page.getByText("Your other devices are logged out at once.")).toBeVisible();
      const current = page.getByLabel("Current Password");
      const setPassword = async (newPassword: string, currentPassword = PASSWORD) => {
        await current.fill(currentPassword);
        await page.getByLabel("New Password").fill(newPassword);
        await page.getByLabel("Confirm Password").fill(newPassword);
        await submit(page, "Reset Password").click();
      };
      await setPassword("a new password", "a wrong password");
      const wrong = "Your current password is wrong.";
      await expect(current).toHaveAccessibleDescription(wrong);
      await expect(current).toBeFocused();
      await expect(toast(page, wrong)).toBeVisible();
      await expect(page.getByLabel("New Password")).toHaveValue("a new password");
      await checkPage(page);
      await setPassword(PASSWORD);
      const same = "New password should be different from the old password.";
      await expect(page.getByLabel("New Password")).toHaveAccessibleDescription(new RegExp(same));
      await expect(toast(page, same)).toBeVisible();
      await setPassword("seven77");
      await expect(toast(page, "Password should be at least 8 characters.")).toBeVisible();

      await page.route("**/auth/v1/user", (route) => route.abort());
      await setPassword("a new password");
      await expect(alertIn(page)).toContainText(NOT_REACHED);
      await expect(page.getByRole("link", { name: "Request a reset link" })).toBeHidden();
      await page.unroute("**/auth/v1/user");

      const headers = {
        apikey: server.publishableKey,
        authorization: `Bearer ${student.session.access_token}`,
      };
      await fetch(`${server.url}/auth/v1/logout?scope=global`, { method: "POST", headers });
      await setPassword("a new password");
      await expect(page).toHaveURL("/auth");
      await expect(toast(page, "You have been logged out")).toBeVisible();
    });
  });
});
