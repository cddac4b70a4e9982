import type { Page } from "@playwright/test";
import { openLink } from "../world/auth-calls.ts";
import { newEmail, PASSWORD } from "../world/people.ts";
import { queryAt } from "../world/sql.ts";
import { alertIn, email, logIn, NOT_REACHED, password, register, submit } from "./auth-forms.ts";
import { checkPage } from "./check-page.ts";
import { expect, startAfresh, test } from "./fixtures.ts";
import { codeIn, linkIn, mailTo } from "./mailbox.ts";
import { signInByPassword } from "./people.ts";

test.describe("the link of a registration mail @phone", () => {
  test.use({ allowConsole: /status of (400|429|503)|ERR_FAILED/ });

  test("an outdated link says so and offers a new one, which works", async ({ page, server }) => {
    const address = newEmail();
    await page.goto("/auth");
    await register(page, address);
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
    const link = linkIn(await mailTo(server, address));
    await queryAt(
      server.databaseUrl,
      "update auth.pending_sign_ups set expires_at = now() where email = $1",
      [address],
    );

    await page.goto(link);
    await expect(page.getByText("This link has expired or was used before.")).toBeVisible();
    await checkPage(page);
    await submit(page, "Send a new link").click();
    await expect(page.getByRole("heading", { name: "A new link" })).toBeVisible();
    await email(page).fill(address);
    await submit(page, "Send a new link").click();
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
    // The page no longer knows the password, so the new link asks for one.
    await page.goto(linkIn(await mailTo(server, address, 2)));
    await password(page).fill(PASSWORD);
    await submit(page, "Confirm and log in").click();
    await expect(page).toHaveURL("/complete-profile");
    await signInByPassword(server, { email: address, password: PASSWORD });
  });

  test("a registration continues after a lost answer, a login before the confirmation, and with the link in another tab @desktop", async ({
    page,
    server,
    context,
  }) => {
    await test.step("the link of a registration whose answer was lost logs in at once", async () => {
      const address = newEmail();
      await page.goto("/auth");
      await page.route("**/auth/v1/signup*", (route) => route.fetch().then(() => route.abort()));
      await register(page, address);
      await expect(alertIn(page)).toContainText(NOT_REACHED);
      await page.goto(linkIn(await mailTo(server, address)));
      await expect(page).toHaveURL("/complete-profile");
    });

    await test.step("a login before the confirmation offers another mail for the same password", async () => {
      await startAfresh(page);
      const address = newEmail();
      await page.goto("/auth");
      await register(page, address);
      await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
      const first = linkIn(await mailTo(server, address));
      await page.goto("/auth");
      await submit(page, "Use another address").click();
      await logIn(page, address);
      await expect(alertIn(page)).toContainText("Email not confirmed");
      await submit(page, "Send a new link").click();
      await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
      await mailTo(server, address, 2);
      // The earlier mail still works.
      await page.goto(first);
      await expect(page).toHaveURL("/complete-profile");
      await signInByPassword(server, { email: address, password: PASSWORD });
    });

    await test.step("the tab of the registration continues when the link is opened in another tab", async () => {
      await startAfresh(page);
      const address = newEmail();
      await page.goto("/auth");
      await register(page, address);
      // Leaving before the response arrives would lose the secret of the request.
      await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
      const link = linkIn(await mailTo(server, address));
      const mailTab = await context.newPage();
      await mailTab.goto(link);
      await expect(mailTab).toHaveURL("/complete-profile");
      await expect(page).toHaveURL("/complete-profile");
    });
  });

  test("a link opened while the server fails can be tried again @desktop", async ({ page, server }) => {
    for (const [failure, status] of [
      ["cannot be reached", undefined],
      ["is overloaded", 503],
      ["has a limit", 429],
    ] as const)
      await test.step(`a link opened while the server ${failure} can be tried again`, async () => {
        if (status) await startAfresh(page);
        const address = newEmail();
        await page.goto("/auth");
        await register(page, address);
        // Leaving before the response arrives would lose the secret of the request.
        await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
        const link = linkIn(await mailTo(server, address));
        await page.route("**/auth/v1/token*", (route) =>
          status ? route.fulfill({ status, json: { code: "x", message: "x" } }) : route.abort(),
        );
        await page.goto(link);
        await expect(page.getByText("We could not reach Maarga.")).toBeVisible();
        await page.unroute("**/auth/v1/token*");
        await submit(page, "Try again").click();
        await expect(page).toHaveURL("/complete-profile");
      });
  });
});

test.describe("the code in a mail @phone", () => {
  test.use({ allowConsole: /status of 403|ERR_INTERNET_DISCONNECTED|ERR_FAILED/ });

  const code = (page: Page) => page.getByLabel("Code from the mail");
  const WRONG = "This code is wrong or has already been used.";

  async function enterWrongThenRight(page: Page, right: string): Promise<void> {
    await expect(code(page)).toHaveAttribute("autocomplete", "one-time-code");
    await expect(code(page)).toHaveAttribute("inputmode", "numeric");
    await code(page).fill("12345");
    await submit(page, "Confirm").click();
    await expect(code(page)).toHaveAccessibleDescription(/Please enter the six digits from the mail\./);
    await code(page).fill(right === "000000" ? "111111" : "000000");
    await submit(page, "Confirm").click();
    await expect(code(page)).toHaveAccessibleDescription(new RegExp(WRONG));
    await expect(code(page)).toBeFocused();
    await checkPage(page);
    await code(page).fill(`${right.slice(0, 3)} ${right.slice(3)} `);
    await submit(page, "Confirm").click();
  }

  test("the code of a mail leads to the new password, or confirms the address, even after a reload and in a new tab", async ({
    page,
    server,
    newStudent,
    context,
  }) => {
    await test.step("the code of a reset mail leads to the new password", async () => {
      const student = await newStudent();
      await page.goto("/forgot-password");
      await email(page).fill(student.email);
      await submit(page, "Send Reset Link").click();
      await expect(code(page)).toBeVisible();
      const mail = await mailTo(server, student.email);
      await enterWrongThenRight(page, codeIn(mail));
      await expect(page).toHaveURL("/reset-password");
      await page.getByLabel("New Password").fill("a new password");
      await page.getByLabel("Confirm Password").fill("a new password");
      await submit(page, "Reset Password").click();
      await expect(page).toHaveURL("/pricing");
      await signInByPassword(server, { email: student.email, password: "a new password" });

      await startAfresh(page);
      await page.goto(linkIn(mail));
      await expect(page.getByText("If you have already chosen a new password with this mail")).toBeVisible();
    });

    await test.step("the code of a registration mail confirms the address and logs in, even after a reload and in a new tab", async () => {
      await startAfresh(page);
      const address = newEmail();
      const first = await context.newPage();
      await first.goto("/auth");
      await register(first, address);
      await expect(code(first)).toBeVisible();
      await first.reload();
      await expect(first.getByRole("heading", { name: "Check your email" })).toBeVisible();
      await expect(first.getByText(address)).toBeVisible();
      const stored = await first.evaluate(() => JSON.stringify(localStorage));
      expect(stored).toContain(address);
      expect(stored).not.toContain(PASSWORD);
      await first.close();
      await page.goto("/auth");
      await expect(page.getByText(address)).toBeVisible();
      await expect(page.getByText(/Available in \d+ second/)).toBeVisible();
      await enterWrongThenRight(page, codeIn(await mailTo(server, address)));
      await expect(page).toHaveURL("/complete-profile");
      expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain("maarga-mail");
    });
  });

  test("the address of a registration is shown for an hour only, because others may use the phone @desktop", async ({
    page,
  }) => {
    const address = newEmail();
    await page.clock.install();
    await page.goto("/auth");
    await register(page, address);
    await expect(code(page)).toBeVisible();
    await page.clock.fastForward("59:00");
    await expect(page.getByText(address)).toBeVisible();
    await page.clock.fastForward("02:00");
    await expect(email(page)).toHaveValue("");
    await expect(password(page)).toHaveValue("");
    await expect(page.getByText(address)).toHaveCount(0);

    await register(page, address);
    await expect(code(page)).toBeVisible();
    await page.clock.setFixedTime(Date.now() + 5 * 3600_000);
    await page.reload();
    await expect(submit(page, "Login")).toBeVisible();
    await expect(page.getByText(address)).toHaveCount(0);
    await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).not.toContain(address);
  });

  test("the code of a mail requested without the password leads to a new one; a used code and a lost connection are reported @desktop", async ({
    page,
    server,
    context,
  }) => {
    await test.step("the code of a mail that was requested without the password leads to a new password", async () => {
      const address = newEmail();
      await page.goto("/auth#error=access_denied&error_code=otp_expired");
      await submit(page, "Send a new link").click();
      await email(page).fill(address);
      await submit(page, "Send a new link").click();
      await expect(code(page)).toBeVisible();
      await code(page).fill(codeIn(await mailTo(server, address)));
      await submit(page, "Confirm").click();
      await expect(page).toHaveURL("/reset-password");
      await page.getByLabel("New Password").fill("a new password");
      await page.getByLabel("Confirm Password").fill("a new password");
      await submit(page, "Reset Password").click();
      await expect(page).toHaveURL("/complete-profile");
      await signInByPassword(server, { email: address, password: "a new password" });
    });

    await test.step("a used code and a lost connection are reported beside the code", async () => {
      await startAfresh(page);
      const address = newEmail();
      await page.goto("/auth");
      await register(page, address);
      await expect(code(page)).toBeVisible();
      const mail = await mailTo(server, address);
      await code(page).fill(codeIn(mail));
      await context.setOffline(true);
      await submit(page, "Confirm").click();
      await expect(alertIn(page)).toContainText(NOT_REACHED);
      await expect(code(page)).toHaveValue(codeIn(mail));
      await context.setOffline(false);
      await openLink(mail.link);
      await submit(page, "Confirm").click();
      await expect(code(page)).toHaveAccessibleDescription(new RegExp(WRONG));
    });
  });
});
