import type { Page } from "@playwright/test";
import { createAccount, newEmail, PASSWORD } from "../world/people.ts";
import { checkPage } from "./check-page.ts";
import { expect, startAfresh, test } from "./fixtures.ts";
import { linkIn, mailTo } from "./mailbox.ts";
import { toast } from "./toast.ts";

const box = (page: Page) => page.getByRole("checkbox", { name: "I am a person" });
const submit = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test.use({ withChallenge: true, allowConsole: /status of 400|ERR_FAILED/ });

test.describe("registration with the bot challenge", () => {
  test("a visitor registers, confirms, completes the profile and returns to /pricing with the keyboard alone @phone", async ({
    page,
    server,
  }) => {
    const address = newEmail();
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await page.goto("/pricing");
    await expect(toast(page, "Please login to view pricing.")).toBeVisible();
    await page.getByRole("tab", { name: "Login" }).focus();
    await press("ArrowRight");
    await expect(submit(page, "Register")).toBeVisible();
    await press("Tab");
    await page.keyboard.type(address);
    await press("Tab");
    await page.keyboard.type(PASSWORD);
    await expect(box(page)).toBeChecked();
    await press("Enter");
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();

    await page.goto(linkIn(await mailTo(server, address)));
    await expect(page).toHaveURL("/complete-profile");
    await page.getByLabel("First Name").focus();
    await page.keyboard.type("Asha");
    await press("Tab");
    await page.keyboard.type("Gowda");
    await press("Tab");
    await page.keyboard.type("98450 12345");
    await press("Enter");
    await expect(page).toHaveURL("/pricing");
  });

  test("a student who has not confirmed their address gets a new link @desktop", async ({ page, server }) => {
    const address = newEmail();
    await page.goto("/auth");
    await page.getByRole("tab", { name: "Register" }).click();
    await page.getByLabel("Email", { exact: true }).fill(address);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await submit(page, "Register").click();
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
    await page.getByRole("button", { name: "Use another address" }).click();
    await page.getByRole("tab", { name: "Login" }).click();
    await page.getByLabel("Email", { exact: true }).fill(address);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await submit(page, "Login").click();
    await submit(page, "Send a new link").click();
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
    await page.goto(linkIn(await mailTo(server, address, 2)));
    await expect(page).toHaveURL("/complete-profile");
  });
});

test.describe("the bot challenge", () => {
  test("the challenge is solved while the form is filled in, and a harder one after wrong passwords of others @phone", async ({
    page,
    server,
  }) => {
    await test.step("the challenge is solved while the form is filled in", async () => {
      await page.goto("/auth");
      await expect(box(page)).not.toBeChecked();
      await checkPage(page);
      await page.getByLabel("Email").focus();
      await expect(page.getByText("Done")).toBeVisible();
      await expect(box(page)).toBeChecked();
      await checkPage(page);
    });

    await test.step("after wrong passwords of others a harder challenge is solved, and the form is sent again by itself", async () => {
      await startAfresh(page);
      const { email } = await createAccount(server, { profile: {} });
      await page.route(
        "**/auth/v1/token*",
        (route) =>
          route.fulfill({
            status: 400,
            headers: { "x-supabase-api-version": "2024-01-01" },
            json: {
              code: "captcha_failed",
              message: "captcha protection: request disallowed (harder-challenge-required-1)",
            },
          }),
        { times: 1 },
      );
      const levels: (string | null)[] = [];
      page.on("request", (request) => {
        const { pathname, searchParams } = new URL(request.url());
        if (pathname === "/challenge/v1") levels.push(searchParams.get("level"));
      });
      await page.goto("/login");
      await page.getByLabel("Email", { exact: true }).fill(email);
      await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
      await submit(page, "Login").click();
      await expect(page).toHaveURL("/pricing");
      expect(levels).toEqual([null, "1"]);
    });
  });

  test("a used solution and a challenge that cannot be fetched are reported, and solved again; without https the page says so @desktop", async ({
    page,
  }) => {
    await test.step("a used solution is refused, and a new challenge is solved automatically", async () => {
      await page.goto("/auth");
      const attempt = async () => {
        const [request] = await Promise.all([
          page.waitForRequest("**/auth/v1/token*"),
          submit(page, "Login").click(),
        ]);
        return request.postDataJSON().gotrue_meta_security.captcha_token as string;
      };
      await page.getByLabel("Email").fill(newEmail());
      await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
      const first = await attempt();
      await expect(page.getByRole("main").getByRole("alert")).toHaveText("Invalid login credentials");
      await expect(box(page)).toBeChecked();

      // Sends the used solution again, as if the page had kept it.
      let second = "";
      await page.route("**/auth/v1/token*", async (route) => {
        const body = route.request().postDataJSON();
        // Read before route.continue: afterwards the request reports the replaced body.
        second = body.gotrue_meta_security.captcha_token;
        body.gotrue_meta_security.captcha_token = first;
        await route.continue({ postData: JSON.stringify(body) });
      });
      await attempt();
      await expect(page.getByRole("main").getByRole("alert")).toHaveText(
        "Captcha verification failed. Please try again.",
      );
      await expect(toast(page, "Captcha verification failed. Please try again.")).toBeVisible();
      expect(second).not.toBe("");
      expect(second).not.toBe(first);

      await page.unroute("**/auth/v1/token*");
      await attempt();
      await expect(page.getByRole("main").getByRole("alert")).toHaveText("Invalid login credentials");
    });

    await test.step("a challenge that cannot be fetched is reported and can be tried again", async () => {
      await startAfresh(page);
      await page.route("**/challenge/v1", (route) => route.abort());
      await page.goto("/auth");
      await page.getByLabel("Email").fill(newEmail());
      await expect(page.getByText("The check could not be completed.")).toBeVisible();
      await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
      await submit(page, "Login").click();
      const missing = "Please complete the CAPTCHA. Try refreshing the page";
      await expect(page.getByRole("main").getByRole("alert")).toHaveText(missing);
      await expect(toast(page, missing)).toBeVisible();
      await checkPage(page);
      await page.unroute("**/challenge/v1");
      await submit(page, "try again").click();
      await expect(box(page)).toBeChecked();
    });

    await test.step("a page opened without https says that it needs https", async () => {
      await startAfresh(page);
      await page.addInitScript(() => Object.defineProperty(window, "isSecureContext", { value: false }));
      await page.goto("/auth");
      await expect(page.getByRole("alert").filter({ hasText: "https://" })).toBeVisible();
      await checkPage(page);
    });
  });

  test("the challenge times out after half a minute @desktop", async ({ page }) => {
    await page.clock.install();
    const challengeRequest = page.waitForRequest("**/challenge/v1");
    await page.route("**/challenge/v1", () => {});
    await page.goto("/auth");
    await page.getByLabel("Email").focus();
    await challengeRequest;
    await expect(page.getByText("Checking…")).toBeVisible();
    await page.clock.fastForward(31_000);
    await expect(page.getByText("The check could not be completed.")).toBeVisible();
  });

  test("a solution expires after ten minutes, and the next interaction solves a new one @desktop", async ({
    page,
  }) => {
    await page.clock.install();
    await page.goto("/auth");
    await page.getByLabel("Email").focus();
    await expect(box(page)).toBeChecked();
    await page.clock.fastForward("10:00");
    const expired = "Captcha expired. Please complete it again.";
    await expect(page.getByRole("main").getByText(expired)).toBeVisible();
    await expect(toast(page, expired)).toBeVisible();
    await checkPage(page);
    await page.getByLabel("Password", { exact: true }).focus();
    await expect(box(page)).toBeChecked();
  });
});
