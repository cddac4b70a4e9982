import type { CDPSession, Page } from "@playwright/test";
import { addPasskey } from "../world/passkeys.ts";
import { createAccount, PASSWORD } from "../world/people.ts";
import {
  ageSessions,
  allowCodeAgain,
  codeOf,
  createTwoStepMember,
  signInWithFirstStep,
} from "../world/second-step.ts";
import { queryAt } from "../world/sql.ts";
import { logIn } from "./auth-forms.ts";
import { loadAxeThrough } from "./axe.ts";
import { checkPage } from "./check-page.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { closeToast, toast } from "./toast.ts";

// Chromium reports refused requests as console errors.
test.use({ allowConsole: /status of (400|403|422)|Failed to load resource/ });

const ADD = "Add this device";
const ADDED = "Done. Next time, log in with your fingerprint or screen lock.";
const LOGIN = "Use fingerprint or screen lock";

interface Phone {
  readonly cdp: CDPSession;
  readonly authenticatorId: string;
}

/** Adds a virtual phone whose screen lock always recognizes its owner. */
async function addVirtualPhone(page: Page): Promise<Phone> {
  const cdp = await page.context().newCDPSession(page);
  loadAxeThrough(cdp, page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}

/** Makes the screen lock reject its owner from now on. */
const rejectOwner = ({ cdp, authenticatorId }: Phone) =>
  cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });

async function logOut(page: Page): Promise<void> {
  await page.goto("/logout");
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page.getByRole("heading", { name: "See you soon" })).toBeVisible();
}

const devices = (page: Page) => page.getByRole("region", { name: "Your devices" });

test("a student adds their phone, names it, logs in with it, removes it, and reads why it is refused @phone", async ({
  page,
  server,
  newStudent,
}) => {
  test.slow();
  const phone = await addVirtualPhone(page);
  const student = await newStudent();
  const setLogin = (ago: string) =>
    queryAt(
      server.databaseUrl,
      "update auth.sessions set created_at = now() - $2::interval where user_id = $1",
      [student.id, ago],
    );
  await signIn(page, student);
  await page.goto("/account");
  await page.getByRole("link", { name: "Add or remove devices" }).click();
  await expect(page).toHaveURL("/passkeys");
  await expect(page.getByText("No device has been added yet.")).toBeVisible();
  await checkPage(page);
  await test.step("ten minutes after the login, adding and removing ask for the password", async () => {
    await setLogin("11 minutes");
    await page.getByRole("button", { name: ADD }).click();
    const password = page.getByLabel("Current Password");
    await expect(password).toBeFocused();
    await checkPage(page);
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(devices(page)).toBeFocused();
    await page.getByRole("button", { name: ADD }).click();
    await password.fill("a wrong password");
    await password.press("Enter");
    await expect(page.getByText("Your current password is wrong.").first()).toBeVisible();
    await password.fill(PASSWORD);
    await password.press("Enter");
    await expect(devices(page).getByRole("listitem")).toHaveCount(1);
    await expect(devices(page)).toBeFocused();

    await devices(page)
      .getByRole("button", { name: /^Remove/ })
      .click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await password.fill(PASSWORD);
    await password.press("Enter");
    await expect(page.getByText("No device has been added yet.")).toBeVisible();
    await expect(devices(page)).toBeFocused();
  });

  await setLogin("0 minutes");
  await closeToast(page, ADDED);
  await page.getByRole("button", { name: ADD }).click();
  await expect(toast(page, ADDED)).toBeVisible();
  await expect(devices(page).getByRole("listitem")).toContainText("not used yet");
  await checkPage(page);
  await page.getByRole("button", { name: ADD }).click();
  await expect(page.getByText("This device is on the list already.")).toBeVisible();

  await devices(page)
    .getByRole("button", { name: /^Rename/ })
    .click();
  await expect(page.getByLabel("Name")).toBeFocused();
  await checkPage(page);
  await page.getByLabel("Name").fill(" ");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByLabel("Name")).toHaveAccessibleDescription("Please enter a name.");
  await expect(page.getByLabel("Name")).toBeFocused();
  await checkPage(page);
  await page.getByLabel("Name").fill("Asha's phone");
  await page.getByLabel("Name").press("Enter");
  await expect(page.getByRole("button", { name: "Rename Asha's phone" })).toBeFocused();

  await logOut(page);
  await page.goto("/login");
  await page.getByRole("button", { name: LOGIN }).click();
  await expect(toast(page, "Logged in successfully!")).toBeVisible();
  await expect(page).toHaveURL("/pricing");

  await page.goto("/passkeys");
  await expect(devices(page).getByRole("listitem")).toContainText(/last used \w+ \d+ \w+/);
  await page.getByRole("button", { name: "Remove Asha's phone" }).click();
  await expect(page.getByRole("alertdialog", { name: "Remove Asha's phone?" })).toBeVisible();
  await checkPage(page);
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("No device has been added yet.")).toBeVisible();
  await expect(devices(page)).toBeFocused();

  await logOut(page);
  await page.goto("/login");
  await page.getByRole("button", { name: LOGIN }).click();
  await expect(page.getByRole("alert").filter({ hasText: "is not known here" })).toBeVisible();
  await checkPage(page);

  await test.step("code that cannot be loaded and an unrecognized fingerprint are reported in place", async () => {
    await page.route("**/assets/log-in-with-passkey*", (route) => route.abort());
    await page.reload();
    const button = page.getByRole("button", { name: LOGIN });
    await button.click();
    await expect(page.getByRole("alert").filter({ hasText: "This could not be loaded." })).toBeVisible();
    await checkPage(page);
    await page.unroute("**/assets/log-in-with-passkey*");
    await page.reload();
    await rejectOwner(phone);
    await button.click();
    const cancelled = "It was cancelled, or this device has not been added yet.";
    await expect(page.getByRole("alert").filter({ hasText: cancelled })).toBeVisible();

    await signIn(page, await newStudent());
    // Clearing the storage of the page ends its virtual phone.
    await rejectOwner(await addVirtualPhone(page));
    await page.goto("/passkeys");
    await page.getByRole("button", { name: ADD }).click();
    const tooLong = "It was cancelled, or it took too long. Please try again.";
    await expect(page.getByRole("alert").filter({ hasText: tooLong })).toBeVisible();
    await checkPage(page);
  });
});

test("with two-step login, adding asks for a code, and the fingerprint then replaces both steps @phone", async ({
  page,
  server,
}) => {
  await addVirtualPhone(page);
  const member = await createTwoStepMember(server, { profile: {} });
  await allowCodeAgain(server, member.factorId);
  await page.goto("/passkeys");
  await logIn(page, member.email);
  const field = page.getByLabel("Code from your app");
  await field.fill(codeOf(member.secret));
  await field.press("Enter");
  await expect(page).toHaveURL("/passkeys");
  await expect(page.getByRole("button", { name: ADD })).toBeVisible();
  await ageSessions(server, member.id);
  await allowCodeAgain(server, member.factorId);
  await page.getByRole("button", { name: ADD }).click();
  await expect(page.getByRole("heading", { name: "First, a code from your app" })).toBeVisible();
  await field.fill(codeOf(member.secret));
  await field.press("Enter");
  await expect(devices(page).getByRole("listitem")).toHaveCount(1);

  await logOut(page);
  await page.goto("/book-slot");
  await page.getByRole("button", { name: LOGIN }).click();
  await expect(page).toHaveURL("/book-slot");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();

  await test.step("an admin with a passkey who logs in with the password is told to use the passkey", async () => {
    const { id, email } = await createAccount(server, { isAdmin: true, profile: {} });
    await addPasskey(await signInWithFirstStep(server, email), server.url);
    await logOut(page);
    await page.goto("/two-step");
    await logIn(page, email);
    const words = "To change this, log out and log in with your fingerprint or screen lock.";
    await page.getByRole("button", { name: "Turn on" }).click();
    await expect(page.getByRole("alert").filter({ hasText: words })).toBeVisible();

    await page.goto("/account");
    await page.getByRole("button", { name: "Log out all other devices" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Log out" }).click();
    await expect(toast(page, words)).toBeVisible();

    // The password is not asked for, because it would not be enough.
    await ageSessions(server, id);
    await page.goto("/passkeys");
    await page.getByRole("button", { name: ADD }).click();
    await expect(page.getByRole("alert").filter({ hasText: words })).toBeVisible();
  });
});

test.describe("in a browser without passkeys", () => {
  test("the login page has no passkey button, and the page of devices says which browsers work @phone", async ({
    page,
    newStudent,
  }) => {
    await page.addInitScript(() => {
      Reflect.deleteProperty(window, "PublicKeyCredential");
    });
    await page.goto("/login");
    await expect(page.getByRole("button", { name: "Login", exact: true })).toBeEnabled();
    await expect(page.getByRole("button", { name: LOGIN })).toHaveCount(0);
    await signIn(page, await newStudent());
    await page.goto("/passkeys");
    await expect(page.getByText("This browser cannot add a device.")).toBeVisible();
    await checkPage(page);
  });
});
