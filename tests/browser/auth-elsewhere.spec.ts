import type { Browser, Page } from "@playwright/test";
import { newEmail, PASSWORD } from "../world/people.ts";
import { email, password, register, submit } from "./auth-forms.ts";
import { checkPage } from "./check-page.ts";
import { expect, signIn, startAfresh, test } from "./fixtures.ts";
import { linkIn, mailTo } from "./mailbox.ts";
import { signInByPassword } from "./people.ts";
import type { Server } from "./servers.ts";

/** Registers in another browser, and returns the link of the mail. */
async function registerElsewhere(browser: Browser, server: Server, address: string): Promise<string> {
  const context = await browser.newContext({ baseURL: server.url, javaScriptEnabled: true });
  const page = await context.newPage();
  await page.goto("/auth");
  await register(page, address, "typed in another browser");
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  await context.close();
  return linkIn(await mailTo(server, address));
}

async function requestReset(page: Page, server: Server, address: string): Promise<string> {
  await page.goto("/forgot-password");
  await email(page).fill(address);
  await submit(page, "Send Reset Link").click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  return linkIn(await mailTo(server, address));
}

const confirmation = (page: Page) => page.getByRole("heading", { name: "Confirm your email address" });

test.describe("the link of a registration, opened in a browser that did not ask for it @phone", () => {
  test.use({ allowConsole: /status of 422|ERR_FAILED/ });

  test("asks for a password, and whoever is logged in before another account takes over", async ({
    page,
    browser,
    server,
    newStudent,
  }) => {
    await test.step("attack: somebody registered with the address of another person, who now chooses the password", async () => {
      const address = newEmail();
      await page.goto(await registerElsewhere(browser, server, address));
      await expect(confirmation(page)).toBeVisible();
      await expect(page.getByText(address)).toBeVisible();
      await checkPage(page);
      // The keyboard is enough.
      await password(page).focus();
      await page.keyboard.type("password1");
      await page.keyboard.press("Enter");
      await expect(page.getByRole("alert")).toContainText("one of the most common passwords");
      await expect(password(page)).toBeFocused();
      await expect(password(page)).toHaveValue("password1");
      await checkPage(page);

      await password(page).fill(PASSWORD);
      await page.route("**/auth/v1/verify-link*", (route) => route.abort());
      // Not page.keyboard: its keys can overtake the new route on their way to the page.
      await password(page).press("Enter");
      await expect(page.getByRole("alert")).toContainText("what you typed is still here");
      await expect(password(page)).toHaveValue(PASSWORD);
      await page.unroute("**/auth/v1/verify-link*");
      await submit(page, "Confirm and log in").click();
      await expect(page).toHaveURL("/complete-profile");
      await signInByPassword(server, { email: address, password: PASSWORD });
      await expect(
        signInByPassword(server, { email: address, password: "typed in another browser" }),
      ).rejects.toThrow("invalid_credentials");
    });

    await test.step("asks whoever is logged in before the other account takes over", async () => {
      await page.unrouteAll({ behavior: "ignoreErrors" });
      const student = await newStudent();
      const address = newEmail();
      const link = await registerElsewhere(browser, server, address);
      await signIn(page, student);
      await page.goto(link);
      await expect(page.getByText(`This browser is logged in as ${student.email}.`)).toBeVisible();
      await checkPage(page);
      await page.getByRole("link", { name: `Stay logged in as ${student.email}` }).click();
      await expect(page).toHaveURL("/pricing");

      const token = await page.evaluate(
        () => JSON.parse(localStorage.getItem("maarga-session") ?? "{}").access_token,
      );
      const headers = { apikey: server.publishableKey, authorization: `Bearer ${token}` };
      const statusOfStudent = async () => (await fetch(`${server.url}/auth/v1/user`, { headers })).status;
      expect(await statusOfStudent()).toBe(200);
      await page.goto(link);
      await password(page).fill(PASSWORD);
      await submit(page, `Continue as ${address}`).click();
      await expect(page).toHaveURL("/complete-profile");
      await expect(page.getByText(address)).toBeVisible();
      // The session that was replaced has ended.
      await expect.poll(statusOfStudent).toBe(403);
    });
  });
});

test.describe("without scripts @desktop", () => {
  test.use({ javaScriptEnabled: false });

  test("the page of a link works: it confirms the address with the password typed there", async ({
    page,
    browser,
    server,
  }) => {
    const address = newEmail();
    await page.goto(await registerElsewhere(browser, server, address));
    await password(page).fill(PASSWORD);
    await submit(page, "Confirm and log in").click();
    await expect(page).toHaveURL(/\/auth\?code=/);
    await signInByPassword(server, { email: address, password: PASSWORD });
  });
});

test.describe("the link of a reset mail @phone", () => {
  test("of another account asks first, and opened in another browser needs a press @phone", async ({
    page,
    server,
    newStudent,
    browser,
  }) => {
    await test.step("of another account asks first, even in the browser that requested it", async () => {
      const [student, other] = [await newStudent(), await newStudent()];
      const link = await requestReset(page, server, other.email);
      // Not through the fixture, which would replace the browser's storage.
      await page.evaluate(
        (session) => localStorage.setItem("maarga-session", session),
        JSON.stringify(student.session),
      );
      await page.goto(link);
      await expect(page.getByText(`This browser is logged in as ${student.email}.`)).toBeVisible();
      await submit(page, `Continue as ${other.email}`).click();
      await expect(page).toHaveURL("/reset-password");
      await expect(page.getByLabel("Current Password")).toBeHidden();
    });

    await test.step("opened in another browser needs a press, and leads to the new password", async () => {
      await startAfresh(page);
      const student = await newStudent();
      const context = await browser.newContext({ baseURL: server.url, javaScriptEnabled: true });
      const link = await requestReset(await context.newPage(), server, student.email);
      await context.close();
      await page.goto(link);
      await expect(page.getByRole("heading", { name: "Choose a new password" })).toBeVisible();
      await checkPage(page);
      await submit(page, "Continue").click();
      await expect(page).toHaveURL("/reset-password");
      await page.getByLabel("New Password").fill("a new password");
      await page.getByLabel("Confirm Password").fill("a new password");
      await submit(page, "Reset Password").click();
      await expect(page).toHaveURL("/pricing");
      await signInByPassword(server, { email: student.email, password: "a new password" });
    });
  });
});

test.describe("attack: an address with somebody's tokens in it", () => {
  test("logs nobody in, and leaves a logged-in student as they are @desktop", async ({
    page,
    newStudent,
  }) => {
    const attacker = await newStudent();
    const { access_token, refresh_token, expires_at } = attacker.session;
    const fragment = new URLSearchParams({
      access_token,
      refresh_token,
      expires_in: "3600",
      expires_at: String(expires_at),
      token_type: "bearer",
      type: "signup",
    });
    await page.goto(`/auth#${fragment}`);
    await expect(submit(page, "Login")).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem("maarga-session"))).toBeNull();

    const student = await newStudent();
    await signIn(page, student);
    await page.goto(`/pricing#${fragment}`);
    await expect(page.getByText(student.email).first()).toBeVisible();
  });
});
