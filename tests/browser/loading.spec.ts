import { newEmail } from "../world/people.ts";
import { alertIn, email, logIn, password, register, submit } from "./auth-forms.ts";
import { checkPage } from "./check-page.ts";
import { expect, signIn, startAfresh, test } from "./fixtures.ts";
import { holdRequests } from "./held-requests.ts";
import { toast } from "./toast.ts";

test.describe("code that cannot be loaded", () => {
  test.use({ allowConsole: /ERR_FAILED|Failed to load resource|status of 404/ });

  test("when code cannot be loaded, the page stays and another try loads it; the form for a forgotten password needs no network @phone", async ({
    page,
    context,
    newStudent,
  }) => {
    await test.step("the form for a forgotten password opens without a network, and Back leads to the login", async () => {
      await page.goto("/auth");
      await expect(submit(page, "Login")).toBeEnabled();
      await email(page).fill("asha@example.org");
      await context.setOffline(true);
      await page.getByRole("link", { name: "Forgot password?" }).click();
      await expect(page).toHaveURL("/forgot-password");
      await expect(page).toHaveTitle(/^Reset your password/);
      await expect(email(page)).toHaveValue("asha@example.org");
      await page.goBack();
      await expect(page).toHaveURL("/auth");
      await expect(page).toHaveTitle(/^Log in or register/);
      await expect(email(page)).toHaveValue("asha@example.org");
      await context.setOffline(false);
    });

    await test.step("a part of a page says in its place that it could not be loaded", async () => {
      await startAfresh(page);
      // As with a provider of bot challenges.
      await page.route("**/auth", async (route) => {
        const response = await route.fetch();
        const text = (await response.text()).replace('"kind":"off"', '"kind":"turnstile","siteKey":"x"');
        await route.fulfill({ response, body: text });
      });
      const file = "**/assets/provider-box*";
      // It would load the provider's own script, from another server.
      await holdRequests(page, /\/assets\/provider-(?!box)/);
      // With another build on the server, only a reload helps.
      await page.route(file, (route) => route.fulfill({ status: 404 }));
      await page.goto("/auth");
      const part = page.getByRole("tabpanel");
      await expect(part.getByRole("alert")).toContainText("Maarga has been updated");
      await page.unroute(file);
      await page.route(file, (route) => route.abort());
      await submit(page, "Reload").click();
      await expect(part.getByRole("alert")).toContainText("This could not be loaded.");
      await page.unroute(file);
      await submit(page, "Try again").click();
      await expect(part.getByRole("alert")).toHaveCount(0);
    });

    await test.step("when the next page cannot be loaded, the page says so and stays", async () => {
      await startAfresh(page);
      await signIn(page, await newStudent());
      await page.goto("/account");
      await page.route("**/assets/two-step-page*", (route) => route.abort());
      await page.getByRole("link", { name: "Turn it on" }).click();
      const message = toast(page, "The next page could not be loaded. Please check the connection.");
      await expect(message).toBeVisible();
      await expect(page).toHaveURL("/account");
      // The connection is still down.
      await message.getByRole("button", { name: "Try again" }).click();
      await expect(message).toBeVisible();
      await page.unroute("**/assets/two-step-page*");
      await message.getByRole("button", { name: "Try again" }).press("Enter");
      await expect(page).toHaveURL("/two-step");
      await expect(message).toBeHidden();
    });
  });

  test("a page that cannot be loaded after a login, a link or Back is opened by another try @desktop", async ({
    page,
    newStudent,
  }) => {
    await test.step("when the page after a login cannot be loaded, another try opens it", async () => {
      const student = await newStudent();
      // Before the page fetches it in the background.
      await page.route("**/assets/pricing-page*", (route) => route.abort());
      await page.goto("/auth");
      await logIn(page, student.email);
      await expect(alertIn(page)).toContainText("The next page could not be loaded.");
      await expect(page).toHaveURL("/auth");
      await page.unroute("**/assets/pricing-page*");
      await page.getByRole("button", { name: "Try again" }).click();
      await expect(page).toHaveURL("/pricing");
      await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    });

    await test.step("Back to a page that cannot be loaded keeps the page", async () => {
      await page.unrouteAll({ behavior: "ignoreErrors" });
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
      // Another try goes back, and adds no entry to the history.
      await page.unroute("**/assets/two-step-page*");
      await toast(page, "The next page could not be loaded.")
        .getByRole("button", { name: "Try again" })
        .click();
      await expect(page).toHaveURL("/two-step");
      await page.goForward();
      await expect(page).toHaveURL("/notifications");
    });

    await test.step("a page that cannot be loaded after the question asks it once, and its message is announced once", async () => {
      await page.unrouteAll({ behavior: "ignoreErrors" });
      await signIn(page, await newStudent());
      await page.goto("/update-profile");
      await page.route("**/assets/notifications-page*", (route) => route.abort());
      await page.getByLabel(/^City/).fill("Hampi");
      const link = page.getByRole("link", { name: "Notifications" });
      const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
      await link.click();
      await submit(page, "Leave").click();
      const message = toast(page, "The next page could not be loaded.");
      const announced = page.locator("[data-toast]:not([aria-live=off])");
      await expect(message).toBeVisible();
      await expect(announced).toHaveCount(1);
      // A dialog has its own place for messages.
      await link.click();
      await expect(question.locator("[data-toast]")).toBeVisible();
      await expect(announced).toHaveCount(0);
      await submit(page, "Stay").click();
      await expect(question).toBeHidden();
      await expect(announced).toHaveCount(0);
      await link.click();
      await submit(page, "Leave").click();
      await expect(announced).toHaveCount(1);
      await page.unroute("**/assets/notifications-page*");
      await message.getByRole("button", { name: "Try again" }).click();
      await expect(page).toHaveURL("/notifications");
      await page.goBack();
      await expect(page).toHaveURL("/update-profile");
    });

    await test.step("a page whose code is gone from the server is opened with a full load", async () => {
      await page.unrouteAll({ behavior: "ignoreErrors" });
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
  });

  test.describe("of the app itself", () => {
    test.use({ allowConsole: /ERR_FAILED|Failed to fetch dynamically imported module/ });

    test("a page whose scripts cannot be loaded says so, until another try opens it @phone", async ({
      page,
      newStudent,
    }) => {
      const failed = page.getByRole("alert").filter({ hasText: "This page could not be loaded." });
      const openWithout = async (file: string, address: string) => {
        await page.route(file, (route) => route.abort());
        await page.goto(address);
        await expect(failed).toBeVisible();
        await checkPage(page);
        await page.unroute(file);
        await page.getByRole("link", { name: "Try again" }).click();
      };
      await openWithout("**/assets/sign-in-*.js", "/auth");
      await expect(submit(page, "Login")).toBeEnabled();
      await expect(failed).toBeHidden();
      await signIn(page, await newStudent());
      await openWithout("**/assets/frame-*.js", "/notifications?from=menu");
      await expect(page.getByRole("switch").first()).toBeVisible();
      await expect(page).toHaveURL("/notifications?from=menu");
      await expect(failed).toBeHidden();
    });
  });
});

test("what is typed or pressed before the scripts have run takes effect, unless the form is about to be replaced @phone", async ({
  page,
}) => {
  await test.step("text typed and buttons pressed before the page's scripts have run take effect", async () => {
    const release = await holdRequests(page, "**/assets/*.js");
    await page.goto("/auth", { waitUntil: "commit" });
    await email(page).fill("asha@example.org");
    await password(page).fill("typed and not lost");
    const tab = page.getByRole("tab", { name: "Register" });
    await tab.click();
    await expect(tab).toHaveAttribute("aria-selected", "false");
    release();
    await expect(tab).toHaveAttribute("aria-selected", "true");
    await expect(email(page)).toHaveValue("asha@example.org");
    await expect(password(page)).toHaveValue("typed and not lost");
  });

  await test.step("a form that is about to be replaced is hidden before the scripts run, so that nobody types into it", async () => {
    await startAfresh(page);
    await page.goto("/auth");
    await register(page, newEmail());
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
    const release = await holdRequests(page, "**/assets/*.js");
    await page.goto("/login", { waitUntil: "commit" });
    await expect(page.getByRole("link", { name: "Maarga, home" })).toBeVisible();
    await expect(email(page)).toBeHidden();
    release();
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
    await submit(page, "Use another address").click();
    await page.reload();
    await expect(email(page)).toBeVisible();
  });
});

test("the app is fetched while somebody fills in the login form, and not before the form can be used @desktop", async ({
  page,
  newStudent,
}) => {
  const student = await newStudent();
  const release = await holdRequests(page, "**/assets/sign-in-*.js");
  const files: string[] = [];
  page.on("request", (request) => files.push(new URL(request.url()).pathname));
  await page.goto("/auth", { waitUntil: "commit" });
  await expect(submit(page, "Login")).toBeVisible();
  expect(files.filter((file) => file.endsWith(".js"))).toEqual([expect.stringMatching("^/assets/sign-in-")]);
  const fetched = page.waitForResponse("**/assets/pricing-page-*.js");
  release();
  await (await fetched).finished();
  await logIn(page, student.email);
  await expect(page).toHaveURL("/pricing");
});

test.describe("the focus", () => {
  test("after a login and after each page change, the focus is at the heading @phone", async ({
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

  test("between the pages for signing in, the focus is at the heading, and the first page keeps the browser's own starting point @desktop", async ({
    page,
  }) => {
    await test.step("the first page keeps the browser's own starting point", async () => {
      await page.goto("/auth");
      await expect(submit(page, "Login")).toBeEnabled();
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("BODY");
    });

    await test.step("between the pages for signing in, the focus is at the heading", async () => {
      await page.goto("/auth");
      await page.getByRole("link", { name: "Forgot password?" }).click();
      const title = page.getByRole("heading", { name: "Reset Your Password" });
      await expect(title).toBeFocused();
      await page.getByRole("link", { name: "Back to login" }).click();
      await expect(page.getByRole("heading", { name: "Log in to Maarga" })).toBeFocused();
    });
  });
});
