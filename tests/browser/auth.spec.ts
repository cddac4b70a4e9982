import type { Page } from "@playwright/test";
import { checkPage } from "./check-page.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { codeIn, linkIn, mailsTo, mailTo } from "./mailbox.ts";
import { newEmail, PASSWORD, signInByPassword } from "./people.ts";

/** A toast, wherever else its words stand. */
const toast = (page: Page, text: string) => page.locator("[data-sonner-toast]").filter({ hasText: text });
/** The words in the form itself, which stay when the toast is gone. */
const alertIn = (page: Page) => page.getByRole("main").getByRole("alert");
const email = (page: Page) => page.getByLabel("Email", { exact: true });
const password = (page: Page) => page.getByLabel("Password", { exact: true });
const submit = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function logIn(page: Page, address: string, word = PASSWORD): Promise<void> {
  await email(page).fill(address);
  await password(page).fill(word);
  await submit(page, "Login").click();
}

async function register(page: Page, address: string, word = PASSWORD): Promise<void> {
  await page.getByRole("tab", { name: "Register" }).click();
  await email(page).fill(address);
  await password(page).fill(word);
  await submit(page, "Register").click();
}

/** The answer to a request as the service could give it; the rest is the real server's. */
async function answer(page: Page, address: string, status: number, body: unknown): Promise<void> {
  await page.route(`**/auth/v1/${address}`, (route) =>
    route.fulfill({
      status,
      contentType: "application/json",
      headers: { "x-supabase-api-version": "2024-01-01" },
      body: JSON.stringify(body),
    }),
  );
}

const NOT_REACHED = "We could not reach Maarga. Check your connection and try again";

test.describe("the guard", () => {
  test.use({ allowConsole: /status of 400/ });

  test("asks a visitor to log in, once, and leads him back to where he wanted to go", async ({
    page,
    newStudent,
  }) => {
    const student = await newStudent();
    await page.goto("/book-slot");
    await expect(toast(page, "Please log in to continue.")).toHaveCount(1);
    await expect(page).toHaveURL("/auth");
    await logIn(page, student.email);
    await expect(toast(page, "Logged in successfully!")).toBeVisible();
    await expect(page).toHaveURL("/book-slot");
  });

  test("says that pricing needs a login, and leads back to it @desktop", async ({ page, newStudent }) => {
    const student = await newStudent();
    await page.goto("/pricing");
    await expect(toast(page, "Please login to view pricing.")).toHaveCount(1);
    await logIn(page, student.email);
    await expect(page).toHaveURL("/pricing");
  });

  test("sends a student whose session was ended elsewhere to log in @desktop", async ({
    page,
    server,
    newStudent,
  }) => {
    const student = await newStudent();
    const headers = {
      apikey: server.publishableKey,
      authorization: `Bearer ${student.session.access_token}`,
    };
    await fetch(`${server.url}/auth/v1/logout?scope=global`, { method: "POST", headers });
    // The token has run out: the page has to ask for a new one, and learns that there is none.
    await signIn(page, { ...student, session: { ...student.session, expires_at: 1 } });
    await page.goto("/update-profile");
    await expect(page).toHaveURL("/auth");
    await expect(toast(page, "Please log in to continue.")).toHaveCount(1);
  });
});

test.describe("logging in", () => {
  test("page, in both tabs", async ({ page }) => {
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

  test("at /login is the same page @desktop", async ({ page, newStudent }) => {
    const student = await newStudent();
    await page.goto("/login");
    await logIn(page, student.email);
    await expect(page).toHaveURL("/pricing");
  });

  test("is over for who is logged in already: he is led to pricing @desktop", async ({
    page,
    newStudent,
  }) => {
    await signIn(page, await newStudent());
    for (const address of ["/auth", "/login"]) {
      await page.goto(address);
      await expect(page).toHaveURL("/pricing");
    }
  });

  test("without a profile leads to it first, and then to where he wanted to go @phone", async ({
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

  test("needs an address and a password, and says so beside the field @desktop", async ({ page }) => {
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

  test.describe("when it fails", () => {
    test.use({ allowConsole: /status of (400|422|429|500)|ERR_INTERNET_DISCONNECTED|ERR_FAILED/ });

    test("says what the service says, and keeps what was typed", async ({ page, newStudent }) => {
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
      test("without a user id: he has to register", async ({ page }) => {
        await answer(page, "token*", 200, {});
        await page.goto("/auth");
        await logIn(page, newEmail());
        await expect(alertIn(page)).toHaveText("Please register before login!");
        await expect(toast(page, "Please register before login!")).toBeVisible();
      });

      test("without a word of the service", async ({ page }) => {
        await answer(page, "token*", 400, {});
        await page.goto("/auth");
        await logIn(page, newEmail());
        await expect(alertIn(page)).toHaveText("Failed to login");
        await expect(toast(page, "Failed to login")).toBeVisible();
      });

      test("because of the bot challenge", async ({ page }) => {
        await answer(page, "token*", 500, {
          code: "unexpected_failure",
          message: "captcha verification process failed",
        });
        await page.goto("/auth");
        await logIn(page, newEmail());
        await expect(alertIn(page)).toHaveText("Captcha verification failed. Please try again.");
        await expect(toast(page, "Captcha verification failed. Please try again.")).toBeVisible();
      });

      test("because there is no network: the form is kept, and works when there is one again", async ({
        page,
        context,
        newStudent,
      }) => {
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

test.describe("registering", () => {
  test.use({ allowConsole: /status of (400|422|429)/ });

  test("shows where to look for the mail, the same for a free and for a taken address", async ({
    page,
    newStudent,
    server,
  }) => {
    const taken = (await newStudent()).email;
    const free = newEmail();
    const seen: string[] = [];
    for (const address of [free, taken]) {
      await page.goto("/auth");
      await register(page, address);
      await expect(
        toast(page, "Registration successful! Please check your email for verification."),
      ).toBeVisible();
      await expect(page.getByRole("heading", { name: "Check your e-mail" })).toBeVisible();
      await expect(page.getByText(address)).toBeVisible();
      const text = (await page.getByRole("main").innerText()).replace(/\d+ seconds/, "N seconds");
      seen.push(text.replace(address, "ADDRESS"));
    }
    expect(seen[0]).toContain("ADDRESS");
    expect(seen[1]).toBe(seen[0]);
    await checkPage(page);
    expect(await mailsTo(server, taken)).toEqual([]);
    expect(await mailsTo(server, free)).toHaveLength(1);
  });

  test("says why no mail may come, and leads on to the login and to another password @desktop", async ({
    page,
  }) => {
    const address = newEmail();
    await page.goto("/login");
    await register(page, address);
    const why =
      "No mail after some minutes? Look in the spam folder. If this address is registered already, no mail comes: log in or reset your password.";
    await expect(page.getByRole("main")).toContainText(why);
    await page.getByRole("link", { name: "reset your password" }).click();
    await expect(page).toHaveURL("/forgot-password");
    await expect(email(page)).toHaveValue(address);
    await page.goBack();
    await register(page, newEmail());
    await page.getByRole("link", { name: "log in" }).click();
    await expect(submit(page, "Login")).toBeVisible();
  });

  test("with a short password says so beside the field @phone", async ({ page }) => {
    await page.goto("/auth");
    await register(page, newEmail(), "seven77");
    await expect(password(page)).toHaveAccessibleDescription(/Password should be at least 8 characters\./);
    await expect(toast(page, "Password should be at least 8 characters.")).toBeVisible();
    await expect(password(page)).toHaveValue("seven77");
    await checkPage(page);
  });

  test.describe("@desktop", () => {
    test("leaves a wrong address to the browser", async ({ page }) => {
      await page.goto("/auth");
      await register(page, "asha");
      const message = await email(page).evaluate((input: HTMLInputElement) => input.validationMessage);
      expect(message).not.toBe("");
      await expect(page.getByRole("heading", { name: "Check your e-mail" })).toBeHidden();
    });

    test("fails without a word of the service", async ({ page }) => {
      await answer(page, "signup*", 400, {});
      await page.goto("/auth");
      await register(page, newEmail());
      await expect(alertIn(page)).toHaveText("Failed to register");
      await expect(toast(page, "Failed to register")).toBeVisible();
    });

    test("fails in a way that nobody foresaw", async ({ page }) => {
      await answer(page, "signup*", 200, null);
      await page.goto("/auth");
      await register(page, newEmail());
      await expect(alertIn(page)).toHaveText("Failed to register. Please refresh and try again");
      await expect(toast(page, "Failed to register. Please refresh and try again")).toBeVisible();
    });

    test("fails because of the bot challenge", async ({ page }) => {
      await answer(page, "signup*", 400, {
        code: "captcha_failed",
        message: "captcha protection: request disallowed (timeout-or-duplicate)",
      });
      await page.goto("/auth");
      await register(page, newEmail());
      await expect(alertIn(page)).toHaveText("Captcha verification failed. Please try again.");
    });

    test("sends the mail again after a minute, and says when", async ({ page, server }) => {
      const address = newEmail();
      await page.clock.install();
      await page.goto("/auth");
      await register(page, address);
      await expect(submit(page, "Send it again")).toBeDisabled();
      await expect(page.getByText(/Possible in \d+ seconds/)).toBeVisible();
      await page.clock.fastForward("01:01");
      await submit(page, "Send it again").click();
      await expect(page.getByText("Sent again. Only the newest link works.")).toBeVisible();
      await expect(submit(page, "Send it again")).toBeDisabled();
      await mailTo(server, address, 2);

      await answer(page, "resend*", 429, {
        code: "over_email_send_rate_limit",
        message: "For security purposes, you can only request this after 42 seconds.",
      });
      await page.clock.fastForward("01:01");
      await submit(page, "Send it again").click();
      await expect(alertIn(page)).toHaveText(
        "For security purposes, you can only request this after 42 seconds.",
      );
      await expect(page.getByText(/Possible in 4\d seconds/)).toBeVisible();
      await checkPage(page);
    });

    test("can be begun again with another address", async ({ page }) => {
      await page.goto("/auth");
      const address = newEmail();
      await register(page, address);
      await submit(page, "Use another address").click();
      await expect(email(page)).toHaveValue(address);
    });
  });
});

test.describe("the mailed link of a registration", () => {
  test.use({ allowConsole: /status of 400|ERR_FAILED/ });

  test("that was opened before says so and offers another, which works", async ({ page, server }) => {
    const address = newEmail();
    await page.goto("/auth");
    await register(page, address);
    await expect(page.getByRole("heading", { name: "Check your e-mail" })).toBeVisible();
    const first = linkIn(await mailTo(server, address));
    // Only the newest link is good: the one before it is like one that has expired.
    await page.goto("/auth");
    await logIn(page, address);
    await expect(alertIn(page)).toContainText("Email not confirmed");
    await submit(page, "Send a new link").click();
    await expect(page.getByRole("heading", { name: "Check your e-mail" })).toBeVisible();
    const second = linkIn(await mailTo(server, address, 2));

    await page.goto(first);
    await expect(page.getByText("This link has expired or was used before.")).toBeVisible();
    await checkPage(page);
    await submit(page, "Send a new link").click();
    await expect(page.getByRole("heading", { name: "A new link" })).toBeVisible();
    await page.goto(second);
    await expect(page).toHaveURL("/complete-profile");
  });

  test("opened on a line that breaks can be tried again @desktop", async ({ page, server }) => {
    const address = newEmail();
    await page.goto("/auth");
    await register(page, address);
    const link = linkIn(await mailTo(server, address));
    await page.route("**/auth/v1/user", (route) => route.abort());
    await page.goto(link);
    await expect(page.getByText("We could not reach Maarga.")).toBeVisible();
    await page.unroute("**/auth/v1/user");
    await submit(page, "Try again").click();
    await expect(page).toHaveURL("/complete-profile");
  });

  test("moves the tab along in which he registered @desktop", async ({ page, context, server }) => {
    const address = newEmail();
    await page.goto("/auth");
    await register(page, address);
    const link = linkIn(await mailTo(server, address));
    const mailTab = await context.newPage();
    await mailTab.goto(link);
    await expect(mailTab).toHaveURL("/complete-profile");
    await expect(page).toHaveURL("/complete-profile");
  });
});

test.describe("the code of a mail", () => {
  test.use({ allowConsole: /status of 403|ERR_INTERNET_DISCONNECTED|ERR_FAILED/ });

  const code = (page: Page) => page.getByLabel("Code from the mail");
  const WRONG = "This code is not right, or it was used already.";

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

  test("of a registration confirms the address and logs in", async ({ page, server }) => {
    const address = newEmail();
    await page.goto("/auth");
    await register(page, address);
    await expect(code(page)).toBeVisible();
    await enterWrongThenRight(page, codeIn(await mailTo(server, address)));
    await expect(page).toHaveURL("/complete-profile");
  });

  test("about a forgotten password leads to the new one", async ({ page, server, newStudent }) => {
    const student = await newStudent();
    await page.goto("/forgot-password");
    await email(page).fill(student.email);
    await submit(page, "Send Reset Link").click();
    await expect(code(page)).toBeVisible();
    await enterWrongThenRight(page, codeIn(await mailTo(server, student.email)));
    await expect(page).toHaveURL("/reset-password");
    await page.getByLabel("New Password").fill("a new password");
    await page.getByLabel("Confirm Password").fill("a new password");
    await submit(page, "Reset Password").click();
    await expect(page).toHaveURL("/pricing");
    await signInByPassword(server, { email: student.email, password: "a new password" });
  });

  test("that was used already says so, and so does a line that breaks @desktop", async ({
    page,
    context,
    server,
  }) => {
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
    await fetch(linkIn(mail), { redirect: "manual" });
    await submit(page, "Confirm").click();
    await expect(code(page)).toHaveAccessibleDescription(new RegExp(WRONG));
  });
});

test.describe("a forgotten password", () => {
  test.use({ allowConsole: /status of (400|403|422|429)|ERR_FAILED/ });

  test("is replaced by way of the mail", async ({ page, server, newStudent }) => {
    const student = await newStudent();
    await page.goto("/auth");
    await email(page).fill(student.email);
    await page.getByRole("link", { name: "Forgot password?" }).click();
    await expect(page.getByRole("heading", { name: "Reset Your Password" })).toBeVisible();
    await expect(email(page)).toHaveValue(student.email);
    await checkPage(page);
    await submit(page, "Send Reset Link").click();
    await expect(toast(page, "Check your email for a password reset link.")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Check your e-mail" })).toBeVisible();
    await checkPage(page);

    await page.goto(linkIn(await mailTo(server, student.email)));
    await expect(page.getByRole("heading", { name: "Reset Password" })).toBeVisible();
    await expect(page).toHaveURL(/\/reset-password#?$/);
    const fresh = page.getByLabel("New Password");
    const confirmation = page.getByLabel("Confirm Password");
    await expect(fresh).toHaveAttribute("autocomplete", "new-password");
    await fresh.fill("a new password");
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

  test("by a link that is over: he learns why, and asks for another", async ({
    page,
    server,
    newStudent,
  }) => {
    const student = await newStudent();
    await page.goto("/forgot-password");
    await email(page).fill(student.email);
    await submit(page, "Send Reset Link").click();
    const link = linkIn(await mailTo(server, student.email));
    await fetch(link, { redirect: "manual" });
    await page.goto(link);
    await expect(page).toHaveURL(/\/forgot-password/);
    await expect(page.getByText("This link has expired or was used before.")).toBeVisible();
    await expect(page.locator("[data-sonner-toast]")).toHaveCount(0);
    await checkPage(page);

    // Logged in, he does not need the link.
    await signIn(page, student);
    await page.goto("/pricing");
    await page.goto(link);
    await expect(page.getByText("This link has expired or was used before.")).toBeVisible();
    await expect(page.getByLabel("New Password")).toBeVisible();
    await checkPage(page);
  });

  test.describe("@desktop", () => {
    test("by a link opened on a line that breaks", async ({ page, server, newStudent }) => {
      const student = await newStudent();
      await page.goto("/forgot-password");
      await email(page).fill(student.email);
      await submit(page, "Send Reset Link").click();
      const link = linkIn(await mailTo(server, student.email));
      await page.route("**/auth/v1/user", (route) => route.abort());
      await page.goto(link);
      await expect(page.getByText("We could not reach Maarga.")).toBeVisible();
      await page.unroute("**/auth/v1/user");
      await submit(page, "Try again").click();
      await expect(page.getByLabel("New Password")).toBeVisible();
    });

    test("looks the same for an address without an account", async ({ page }) => {
      await page.goto("/forgot-password");
      await email(page).fill(newEmail("nobody"));
      await submit(page, "Send Reset Link").click();
      await expect(toast(page, "Check your email for a password reset link.")).toBeVisible();
    });

    test("shows what the service says", async ({ page }) => {
      await answer(page, "recover*", 429, {
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

    test("of a student who is logged in: what the service says about the new one", async ({
      page,
      server,
      newStudent,
    }) => {
      const student = await newStudent();
      await signIn(page, student);
      await page.goto("/reset-password");
      await expect(page.getByText("Other devices are logged out within the hour.")).toBeVisible();
      const set = async (word: string) => {
        await page.getByLabel("New Password").fill(word);
        await page.getByLabel("Confirm Password").fill(word);
        await submit(page, "Reset Password").click();
      };
      await set(PASSWORD);
      const same = "New password should be different from the old password.";
      await expect(page.getByLabel("New Password")).toHaveAccessibleDescription(new RegExp(same));
      await expect(toast(page, same)).toBeVisible();
      await set("seven77");
      await expect(toast(page, "Password should be at least 8 characters.")).toBeVisible();

      await page.route("**/auth/v1/user", (route) => route.abort());
      await set("a new password");
      await expect(alertIn(page)).toContainText(NOT_REACHED);
      await expect(page.getByRole("link", { name: "Request a reset link" })).toBeHidden();
      await page.unroute("**/auth/v1/user");

      const headers = {
        apikey: server.publishableKey,
        authorization: `Bearer ${student.session.access_token}`,
      };
      await fetch(`${server.url}/auth/v1/logout?scope=global`, { method: "POST", headers });
      await set("a new password");
      await expect(alertIn(page)).toContainText("Auth session missing!");
      await page.getByRole("link", { name: "Request a reset link" }).click();
      await expect(page).toHaveURL("/forgot-password");
    });
  });
});

test.describe("logging out", () => {
  test.use({ allowConsole: /ERR_FAILED/ });

  test("ends the session and leaves nothing in the browser", async ({ page, newStudent }) => {
    await signIn(page, await newStudent());
    await page.goto("/pricing");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.evaluate(() => {
      localStorage.setItem("left", "behind");
      sessionStorage.setItem("left", "behind");
    });
    await page.goto("/logout");
    await expect(page.getByText("You have been successfully logged out.")).toBeVisible();
    await checkPage(page);
    expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0]);
    const login = page.getByRole("link", { name: "Go to Login" });
    await expect(login).toHaveAttribute("href", "/login");
    await login.click();
    await expect(submit(page, "Login")).toBeVisible();
  });

  test("that nobody hears of says so, and forgets him here all the same", async ({ page, newStudent }) => {
    await signIn(page, await newStudent());
    await page.route("**/auth/v1/logout*", (route) => route.abort());
    await page.goto("/logout");
    await expect(page.getByText("Something went wrong during logout.")).toBeVisible();
    await checkPage(page);
    const again = page.getByRole("link", { name: "Try Login Again" });
    await expect(again).toHaveAttribute("href", "/login");
    await again.click();
    await expect(submit(page, "Login")).toBeVisible();
  });

  test("in one tab leads the other to the login, with one word about it @desktop", async ({
    page,
    context,
    newStudent,
  }) => {
    await signIn(page, await newStudent());
    await page.goto("/update-profile");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const other = await context.newPage();
    await other.goto("/logout");
    await expect(other.getByText("You have been successfully logged out.")).toBeVisible();
    await expect(page).toHaveURL("/auth");
    await expect(toast(page, "Please log in to continue.")).toHaveCount(1);
  });
});
