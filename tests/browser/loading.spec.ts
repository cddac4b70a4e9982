import { email, logIn, password, submit } from "./auth-forms.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { holdRequests } from "./held-requests.ts";
import { toast } from "./toast.ts";

test.describe("code that cannot be loaded", () => {
  test.use({ allowConsole: /ERR_FAILED|Failed to load resource|status of 404/ });

  test("when the next page cannot be loaded, the page says so and keeps the typed text", async ({ page }) => {
    await page.goto("/auth");
    await expect(submit(page, "Login")).toBeEnabled();
    await email(page).fill("asha@example.org");
    await password(page).fill("typed and not lost");
    await page.route("**/assets/forgot-password*", (route) => route.abort());
    const link = page.getByRole("link", { name: "Forgot password?" });
    await link.click();
    const message = toast(page, "The next page could not be loaded. Please check the connection.");
    await expect(message).toBeVisible();
    await expect(page).toHaveURL("/auth");
    await expect(password(page)).toHaveValue("typed and not lost");
    // The connection is still down.
    await message.getByRole("button", { name: "Try again" }).click();
    await expect(message).toBeVisible();
    await page.unroute("**/assets/forgot-password*");
    await message.getByRole("button", { name: "Try again" }).press("Enter");
    await expect(page).toHaveURL("/forgot-password");
    await expect(email(page)).toHaveValue("asha@example.org");
    await expect(message).toBeHidden();
  });

  test("when the page after a login cannot be loaded, another try opens it @desktop", async ({
    page,
    newStudent,
  }) => {
    const student = await newStudent();
    await page.goto("/auth");
    await page.route("**/assets/pricing-page*", (route) => route.abort());
    await logIn(page, student.email);
    await expect(toast(page, "The next page could not be loaded.")).toBeVisible();
    await page.unroute("**/assets/pricing-page*");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page).toHaveURL("/pricing");
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  });

  test("Back to a page that cannot be loaded keeps the page @desktop", async ({ page, newStudent }) => {
    await signIn(page, await newStudent());
    await page.goto("/two-step");
    await page.getByRole("link", { name: "Notifications" }).click();
    await expect(page.getByRole("switch").first()).toBeVisible();
    // After the reload, only the code of this page is loaded.
    await page.reload();
    await expect(page.getByRole("switch").first()).toBeVisible();
    await page.route("**/assets/two-step-page*", (route) => route.abort());
    await page.evaluate(() => history.back());
    await expect(toast(page, "The next page could not be loaded.")).toBeVisible();
    await expect(page).toHaveURL("/notifications");
    await expect(page.getByRole("switch").first()).toBeVisible();
  });

  test("a page whose code is gone from the server is opened with a full load @desktop", async ({
    page,
    newStudent,
  }) => {
    await signIn(page, await newStudent());
    await page.goto("/two-step");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.route("**/assets/notifications-page*", (route) => route.fulfill({ status: 404 }), {
      times: 1,
    });
    await page.getByRole("link", { name: "Notifications" }).click();
    await expect(page).toHaveURL("/notifications");
    await expect(page.getByRole("switch").first()).toBeVisible();
  });

  test("a part of a page says in its place that it could not be loaded @phone", async ({ page }) => {
    await page.route("**/assets/register-form*", (route) => route.abort());
    await page.goto("/auth");
    await page.getByRole("tab", { name: "Register" }).click();
    const part = page.getByRole("tabpanel");
    await expect(part.getByRole("alert")).toContainText("This could not be loaded.");
    await page.unroute("**/assets/register-form*");
    await submit(page, "Try again").click();
    await expect(part.getByLabel("Password", { exact: true })).toBeVisible();
  });
});

test("text typed and buttons pressed before the page's scripts have run take effect @phone", async ({
  page,
}) => {
  const release = await holdRequests(page, "**/assets/*.js");
  await page.goto("/auth", { waitUntil: "commit" });
  await email(page).fill("asha@example.org");
  const register = page.getByRole("tab", { name: "Register" });
  await register.click();
  await expect(register).toHaveAttribute("aria-selected", "false");
  release();
  await expect(register).toHaveAttribute("aria-selected", "true");
  await expect(email(page)).toHaveValue("asha@example.org");
});

test.describe("the focus", () => {
  test("after a login and after each page change, the focus is at the heading", async ({
    page,
    newStudent,
  }) => {
    const heading = page.getByRole("heading", { level: 1 });
    const student = await newStudent();
    await page.goto("/auth");
    await logIn(page, student.email);
    await expect(page).toHaveURL("/pricing");
    await expect(heading).toBeFocused();
    for (const [name, address] of [
      ["Notifications", "/notifications"],
      ["Your Documents", "/documents"],
    ] as const) {
      if (test.info().project.name === "phone")
        await page.getByRole("button", { name: "Toggle Sidebar" }).click();
      await page.getByRole("link", { name, exact: true }).click();
      await expect(page).toHaveURL(address);
      await expect(heading).toBeFocused();
    }
    await page.goBack();
    await expect(heading).toHaveText(/Notification/);
    await expect(heading).toBeFocused();
  });

  test("between the pages for signing in, the focus is at the heading", async ({ page }) => {
    await page.goto("/auth");
    await page.getByRole("link", { name: "Forgot password?" }).click();
    const title = page.getByRole("heading", { name: "Reset Your Password" });
    await expect(title).toBeFocused();
    await page.getByRole("link", { name: "Back to login" }).click();
    await expect(page.getByRole("heading", { name: "Log in to Maarga" })).toBeFocused();
  });

  test("the first page keeps the browser's own starting point @desktop", async ({ page }) => {
    await page.goto("/auth");
    await expect(submit(page, "Login")).toBeEnabled();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("BODY");
  });
});
