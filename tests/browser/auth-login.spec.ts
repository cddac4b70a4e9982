import { newEmail, PASSWORD } from "../world/people.ts";
import { alertIn, email, logIn, NOT_REACHED, password, replyWith, submit } from "./auth-forms.ts";
import { checkPage } from "./check-page.ts";
import { expect, signIn, startAfresh, test } from "./fixtures.ts";
import { toast } from "./toast.ts";

test.describe("pages for students", () => {
  test.use({ allowConsole: /status of 400/ });

  test("a visitor is asked to log in once and returns to the page, also to the prices and after their session was ended @phone", async ({
    page,
    newStudent,
    server,
  }) => {
    await test.step("a visitor is asked to log in once, and returns to the requested page", async () => {
      const student = await newStudent();
      await page.goto("/book-slot?from=mail");
      await expect(toast(page, "Please log in to continue.")).toHaveCount(1);
      await expect(page).toHaveURL("/auth");
      await logIn(page, student.email);
      await expect(toast(page, "Logged in successfully!")).toBeVisible();
      await expect(page).toHaveURL("/book-slot?from=mail");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    });

    await test.step("a visitor is asked to log in to see the prices, and returns to /pricing", async () => {
      await startAfresh(page);
      const student = await newStudent();
      await page.goto("/pricing");
      await expect(toast(page, "Please login to view pricing.")).toHaveCount(1);
      await logIn(page, student.email);
      await expect(page).toHaveURL("/pricing");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    });

    await test.step("a student whose session was ended on another device is asked to log in", async () => {
      await startAfresh(page);
      const student = await newStudent();
      const headers = {
        apikey: server.publishableKey,
        authorization: `Bearer ${student.session.access_token}`,
      };
      await fetch(`${server.url}/auth/v1/logout?scope=global`, { method: "POST", headers });
      // An expired access token makes the page refresh the session, which no longer exists.
      await signIn(page, { ...student, session: { ...student.session, expires_at: 1 } });
      await page.goto("/update-profile");
      await expect(page).toHaveURL("/auth");
      await expect(toast(page, "You have been logged out")).toHaveCount(1);
    });
  });
});

test.describe("logging in", () => {
  test("the login form names its fields and their mistakes, and /login is the same page @desktop", async ({
    page,
    newStudent,
  }) => {
    await test.step("the page shows a login form and a registration form", async () => {
      await page.goto("/auth");
      await expect(page.getByRole("tab", { name: "Login" })).toHaveAttribute("aria-selected", "true");
      await expect(email(page)).toHaveAttribute("autocomplete", "username");
      await expect(password(page)).toHaveAttribute("autocomplete", "current-password");
      await expect(page.getByRole("link", { name: "Forgot password?" })).toHaveAttribute(
        "href",
        "/forgot-password",
      );
      await submit(page, "Show password").click();
      await expect(password(page)).toHaveAttribute("type", "text");
      await submit(page, "Hide password").click();
      await expect(password(page)).toHaveAttribute("type", "password");
      await checkPage(page);
      await page.getByRole("tab", { name: "Register" }).click();
      await expect(password(page)).toHaveAttribute("autocomplete", "new-password");
      await checkPage(page);
    });

    await test.step("a missing email address or password is reported beside its field", async () => {
      await page.goto("/auth");
      for (const wrong of ["", "asha", "asha@", "asha@example"]) {
        await email(page).fill(wrong);
        await submit(page, "Login").click();
        await expect(email(page)).toHaveAccessibleDescription("Please enter a valid email address.");
        await expect(email(page)).toBeFocused();
        await expect(toast(page, "Please enter a valid email address.")).toBeVisible();
      }
      await email(page).fill("asha@example.org");
      await submit(page, "Login").click();
      await expect(password(page)).toHaveAccessibleDescription("Please enter your password.");
      await expect(password(page)).toBeFocused();
      await checkPage(page);
    });

    await test.step("/login shows the same page as /auth", async () => {
      const student = await newStudent();
      await page.goto("/login");
      await logIn(page, student.email);
      await expect(page).toHaveURL("/pricing");
    });
  });

  test("a student without a profile completes it first, then reaches the requested page @phone", async ({
    page,
    newStudent,
  }) => {
    const student = await newStudent({ profile: false });
    await page.goto("/notifications");
    await logIn(page, student.email);
    await expect(page).toHaveURL("/complete-profile");
    await page.getByLabel("First Name").fill("Asha");
    await page.getByLabel("Last Name").fill("Gowda");
    await page.getByLabel("Phone Number").fill("98450 12345");
    await submit(page, "Save and continue").click();
    await expect(page).toHaveURL("/notifications");
  });

  test.describe("a failed login @phone", () => {
    test.use({ allowConsole: /status of (400|422|429|500)|ERR_INTERNET_DISCONNECTED|ERR_FAILED/ });

    test("a wrong password is reported, and the form keeps what was typed", async ({ page, newStudent }) => {
      const student = await newStudent();
      await page.goto("/auth");
      await logIn(page, student.email, "not the password");
      await expect(alertIn(page)).toHaveText("Invalid login credentials");
      await expect(toast(page, "Invalid login credentials")).toBeVisible();
      await expect(email(page)).toHaveValue(student.email);
      await expect(password(page)).toHaveValue("not the password");
      await checkPage(page);
      await password(page).fill(PASSWORD);
      await submit(page, "Login").click();
      await expect(page).toHaveURL("/pricing");
    });

    test.describe("@desktop", () => {
      test("each failed login has its own message @desktop", async ({ page, context, newStudent }) => {
        await test.step("a response without a user asks the visitor to register first", async () => {
          await replyWith(page, "token*", 200, {});
          await page.goto("/auth");
          await logIn(page, newEmail());
          await expect(alertIn(page)).toHaveText("Please register before login!");
          await expect(toast(page, "Please register before login!")).toBeVisible();
        });

        await test.step("an error without a message shows our own text", async () => {
          await startAfresh(page);
          await replyWith(page, "token*", 400, {});
          await page.goto("/auth");
          await logIn(page, newEmail());
          await expect(alertIn(page)).toHaveText("Failed to login");
          await expect(toast(page, "Failed to login")).toBeVisible();
        });

        await test.step("a failed bot challenge is reported", async () => {
          await startAfresh(page);
          await replyWith(page, "token*", 500, {
            code: "unexpected_failure",
            message: "captcha verification process failed",
          });
          await page.goto("/auth");
          await logIn(page, newEmail());
          await expect(alertIn(page)).toHaveText("Captcha verification failed. Please try again.");
          await expect(toast(page, "Captcha verification failed. Please try again.")).toBeVisible();
        });

        await test.step("without a network the form keeps its values, and works once the connection is back", async () => {
          await startAfresh(page);
          const student = await newStudent();
          await page.goto("/auth");
          await email(page).fill(student.email);
          await context.setOffline(true);
          await logIn(page, student.email);
          await expect(alertIn(page)).toContainText(NOT_REACHED);
          await expect(password(page)).toHaveValue(PASSWORD);
          await checkPage(page);
          await context.setOffline(false);
          await submit(page, "Login").click();
          await expect(page).toHaveURL("/pricing");
        });
      });
    });
  });
});

test.describe("logging out @phone", () => {
  test.use({ allowConsole: /ERR_FAILED/ });

  test("logging out ends the session and clears the storage, and merely opening /logout does not", async ({
    page,
    newStudent,
  }) => {
    await test.step("attack: a page that merely opens /logout logs nobody out, and a press on our own link does in one step", async () => {
      const student = await newStudent({ profile: false });
      await signIn(page, student);
      await page.goto("/logout");
      await expect(page.getByText(`You are logged in as ${student.email}.`)).toBeVisible();
      await checkPage(page);
      await page.goto("/update-profile");
      await expect(page).toHaveURL("/complete-profile");
      await page.getByRole("link", { name: "Log out" }).click();
      await expect(page.getByText("You have been successfully logged out.")).toBeVisible();
      // Coming back to the page does not count as a press.
      const next = await newStudent();
      await signIn(page, next);
      await page.reload();
      await expect(page.getByText(`You are logged in as ${next.email}.`)).toBeVisible();
    });

    await test.step("when the logout request fails, the page says so and still clears the session", async () => {
      await startAfresh(page);
      await signIn(page, await newStudent());
      await page.route("**/auth/v1/logout*", (route) => route.abort());
      await page.goto("/logout");
      await submit(page, "Log out").click();
      await expect(page.getByText("Something went wrong during logout.")).toBeVisible();
      await checkPage(page);
      const loginLink = page.getByRole("link", { name: "Try Login Again" });
      await expect(loginLink).toHaveAttribute("href", "/login");
      await loginLink.click();
      await expect(submit(page, "Login")).toBeVisible();
    });

    await test.step("logging out ends the session and clears the browser's storage, except for the ticks in the guides", async () => {
      await startAfresh(page);
      await signIn(page, await newStudent());
      await page.goto("/pricing");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await page.evaluate(() => {
        localStorage.setItem("left", "behind");
        localStorage.setItem("guide-ticks", "hall-ticket");
        sessionStorage.setItem("left", "behind");
      });
      await page.goto("/logout");
      await submit(page, "Log out").click();
      await expect(page.getByText("You have been successfully logged out.")).toBeVisible();
      await checkPage(page);
      expect(await page.evaluate(() => [Object.keys(localStorage), sessionStorage.length])).toEqual([
        ["guide-ticks"],
        0,
      ]);
      const login = page.getByRole("link", { name: "Go to Login" });
      await expect(login).toHaveAttribute("href", "/login");
      await login.click();
      await expect(submit(page, "Login")).toBeVisible();
    });
  });

  test("logging out in one tab sends the other tab to the login, with one message @desktop", async ({
    page,
    context,
    newStudent,
  }) => {
    await signIn(page, await newStudent());
    await page.goto("/update-profile");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const other = await context.newPage();
    await other.goto("/logout");
    await submit(other, "Log out").click();
    await expect(other.getByText("You have been successfully logged out.")).toBeVisible();
    await expect(page).toHaveURL("/auth");
    await expect(toast(page, "You have been logged out")).toHaveCount(1);
  });
});
