import type { Page } from "@playwright/test";
import { createAccount, PASSWORD } from "../world/people.ts";
import { ageSessions, allowCodeAgain, codeOf, createTwoStepMember, unwrap } from "../world/second-step.ts";
import { queryAt } from "../world/sql.ts";
import { checkPage } from "./check-page.ts";
import { expect, signIn, startAfresh, test } from "./fixtures.ts";
import { signInByPassword } from "./people.ts";
import { toast } from "./toast.ts";

// Chromium reports wrong codes as console errors.
test.use({ allowConsole: /status of (400|403|422)|Failed to load resource/ });

const CODES = "Save your recovery codes";

async function logIn(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByRole("heading", { name: "One more step" })).toBeVisible();
}

const confirm = (page: Page) => page.getByRole("button", { name: "Confirm" }).click();

/** Reads the key as a student would, who types it into an app. */
async function readSecret(page: Page): Promise<string> {
  const shown = page.getByRole("definition").filter({ hasText: /^[A-Z2-7 ]{39}$/ });
  return ((await shown.textContent()) ?? "").replaceAll(" ", "");
}

test("a student turns two-step login on, saves the codes, and turns it off again @phone", async ({
  page,
  server,
  newStudent,
}) => {
  const student = await newStudent();
  await signIn(page, student);
  await page.goto("/account");
  await expect(page.getByRole("region", { name: "Two-step login" })).toContainText("It is off.");
  await page.getByRole("link", { name: "Turn it on" }).click();
  await expect(page).toHaveURL("/two-step");
  await expect(page.getByRole("heading", { name: "It is off" })).toBeVisible();
  await checkPage(page);

  await test.step("ten minutes after the login, turning it on asks for the password", async () => {
    await queryAt(
      server.databaseUrl,
      "update auth.sessions set created_at = now() - interval '11 minutes' where user_id = $1",
      [student.id],
    );
    await page.getByRole("button", { name: "Turn on" }).click();
    const password = page.getByLabel("Current Password");
    await expect(password).toBeVisible();
    await checkPage(page);
    await password.fill("a wrong password");
    await page.getByRole("button", { name: "Turn on" }).click();
    await expect(page.getByText("Your current password is wrong.").first()).toBeVisible();
    await password.fill(PASSWORD);
    await password.press("Enter");
  });

  const picture = page.getByRole("img", { name: "QR code for your authenticator app" });
  await expect(picture).toBeVisible();
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
  const secret = await readSecret(page);
  const link = page.getByRole("link", { name: "Open my app" });
  await expect(link).toHaveAttribute("href", new RegExp(`^otpauth://totp/Maarga:.+&secret=${secret}$`));
  await checkPage(page);

  await page.getByLabel("Code from your app").fill("12 34");
  await confirm(page);
  await expect(page.getByText("Please enter the six digits from your app.").first()).toBeVisible();
  await page.getByLabel("Code from your app").fill(codeOf(secret) === "000000" ? "000001" : "000000");
  await confirm(page);
  await expect(page.getByText(/^This code is wrong/).first()).toBeVisible();
  await page.getByLabel("Code from your app").fill(codeOf(secret));
  await page.getByLabel("Code from your app").press("Enter");

  await expect(page.getByRole("heading", { name: CODES })).toBeFocused();
  const codes = page.getByRole("main").getByRole("listitem");
  await expect(codes).toHaveCount(10);
  const first = await codes.first().textContent();
  expect(first).toMatch(/^[2-9a-z]{4}(-[2-9a-z]{4}){3}$/);
  await checkPage(page);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  expect((await download).suggestedFilename()).toBe("maarga-recovery-codes.txt");

  await page.getByRole("button", { name: "I have saved them" }).click();
  await expect(page.getByRole("heading", { name: "It is on" })).toBeVisible();
  await expect(page.getByText("10 of 10 recovery codes are left.")).toBeVisible();
  await expect(page.getByText(first as string)).toHaveCount(0);
  await checkPage(page);

  await page.getByRole("button", { name: "New recovery codes" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Create new codes" }).click();
  await expect(page.getByRole("heading", { name: CODES })).toBeVisible();
  await expect(page.getByText(first as string)).toHaveCount(0);
  await page.getByRole("button", { name: "I have saved them" }).click();

  await page.getByRole("button", { name: "Turn off" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Turn off" }).click();
  await expect(toast(page, "Two-step login is off.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "It is off" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "It is off" })).toBeVisible();
});

test("a student with two-step login logs in with a code or a recovery code, and turns it off with another code @phone", async ({
  page,
  server,
}) => {
  const member = await createTwoStepMember(server, { profile: {} });
  const { codes } = unwrap(await member.client.auth.mfa.recoveryCodes.generate());
  const field = page.getByLabel("Code from your app");

  await test.step("after the password, the code leads to the page that was requested", async () => {
    await allowCodeAgain(server, member.factorId);
    await page.goto("/notifications");
    await logIn(page, member.email);
    await expect(field).toBeFocused();
    await expect(field).toHaveAttribute("inputmode", "numeric");
    await expect(field).toHaveAttribute("autocomplete", "one-time-code");
    await checkPage(page);
    await field.fill("000000");
    await field.press("Enter");
    await expect(page.getByText(/^This code is wrong/).first()).toBeVisible();

    // Nothing opens without the step, even in another tab or after a reload.
    await page.goto("/book-slot");
    await expect(page.getByRole("heading", { name: "One more step" })).toBeVisible();
    await page.goto("/notifications");
    await field.fill(codeOf(member.secret));
    await field.press("Enter");
    await expect(page).toHaveURL("/notifications");
    await expect(toast(page, "Logged in successfully!")).toBeVisible();
    await expect(page.getByRole("switch").first()).toBeVisible();
  });

  await startAfresh(page);
  await test.step("a step that cannot be loaded says so in place, and works after another try", async () => {
    await page.route("**/assets/second-step-page*", (route) => route.abort());
    await page.goto("/auth");
    await logIn(page, member.email);
    await expect(page.getByText("The next page could not be loaded.")).toBeVisible();
    await checkPage(page);
    await page.unroute("**/assets/second-step-page*");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(field).toBeVisible();
  });

  await test.step("a student who lost their phone logs in with a recovery code", async () => {
    await page.getByRole("button", { name: "Use a recovery code" }).click();
    const recoveryField = page.getByLabel("Recovery code");
    await expect(recoveryField).toBeFocused();
    await checkPage(page);
    await recoveryField.fill("aaaa-bbbb");
    await recoveryField.press("Enter");
    await expect(page.getByText("This recovery code is wrong, or was used before.").first()).toBeVisible();
    await recoveryField.fill((codes[0] as string).toUpperCase());
    await recoveryField.press("Enter");
    await expect(page).toHaveURL("/pricing");
    await page.goto("/two-step");
    await expect(page.getByText("9 of 10 recovery codes are left.")).toBeVisible();
  });

  await test.step("ten minutes after the login, turning it off asks for a code", async () => {
    await expect(page.getByRole("heading", { name: "It is on" })).toBeVisible();
    await ageSessions(server, member.id);
    await allowCodeAgain(server, member.factorId);
    const turnOff = async () => {
      await page.getByRole("button", { name: "Turn off" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Turn off" }).click();
    };
    await turnOff();
    await expect(page.getByRole("heading", { name: "First, a code from your app" })).toBeVisible();
    await expect(field).toBeFocused();
    await checkPage(page);
    await field.fill(codeOf(member.secret));
    await field.press("Enter");
    await turnOff();
    await expect(page.getByRole("heading", { name: "It is off" })).toBeVisible();
  });
});

test("admins see a notice until two-step login is on, and those who need it are led to it and back @phone", async ({
  page,
  server,
}) => {
  await test.step("a notice", async () => {
    const { email } = await createAccount(server, { isAdmin: true, profile: {} });
    await signIn(page, await signInByPassword(server, { email, password: PASSWORD }));
    await page.goto("/audit-log");
    const notice = page.getByText("Protect the students' data: turn on two-step login.");
    await expect(notice).toBeVisible();
    await checkPage(page);
    await page.getByRole("link", { name: "Set it up" }).click();
    await page.getByRole("button", { name: "Turn on" }).click();
    await page.getByLabel("Code from your app").fill(codeOf(await readSecret(page)));
    await confirm(page);
    await page.getByRole("button", { name: "I have saved them" }).click();
    await expect(page).toHaveURL("/audit-log");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(notice).toHaveCount(0);
  });

  await test.step("led to it, and back", async () => {
    const { email } = await createAccount(server, { isAdmin: true, profile: {} });
    await signIn(page, await signInByPassword(server, { email, password: PASSWORD }));
    // As with ADMIN_TWO_STEP=required.
    await page.route("**/functions/v1/check-admin", (route) =>
      route.fulfill({ json: { isAdmin: false, twoStep: "required" } }),
    );
    await page.goto("/manage-plans");
    await expect(page.getByText("Admins and mentors need two-step login.")).toBeVisible();
    await expect(page).toHaveURL("/two-step");
    await checkPage(page);
    await page.getByRole("button", { name: "Turn on" }).click();
    await page.unroute("**/functions/v1/check-admin");
    await page.getByLabel("Code from your app").fill(codeOf(await readSecret(page)));
    await confirm(page);
    await page.getByRole("button", { name: "I have saved them" }).click();
    await expect(page).toHaveURL("/manage-plans");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });
});
