import { newEmail } from "../world/people.ts";
import { alertIn, email, NOT_REACHED, password, register, replyWith, submit } from "./auth-forms.ts";
import { checkPage } from "./check-page.ts";
import { expect, startAfresh, test } from "./fixtures.ts";
import { mailTo } from "./mailbox.ts";
import { toast } from "./toast.ts";

test.describe("registering", () => {
  test.use({ allowConsole: /status of (400|422|429)/ });

  test("a new address and a registered one get the same reply, and weak passwords are reported beside the field @phone", async ({
    page,
    newStudent,
    server,
  }) => {
    await test.step("a password that is too short is reported beside the field", async () => {
      await page.goto("/auth");
      await register(page, newEmail(), "seven77");
      await expect(password(page)).toHaveAccessibleDescription(/Password should be at least 8 characters\./);
      await expect(toast(page, "Password should be at least 8 characters.")).toBeVisible();
      await expect(password(page)).toHaveValue("seven77");
      await checkPage(page);
    });

    await test.step("a common password, or one's own email, is reported while it is typed", async () => {
      await startAfresh(page);
      await page.goto("/auth");
      await page.getByRole("tab", { name: "Register" }).click();
      await email(page).fill("asha.rao@example.org");
      const described = (text: string | RegExp) => expect(password(page)).toHaveAccessibleDescription(text);
      await described("At least 8 characters.");
      await password(page).pressSequentially("Qwert");
      await described("At least 8 characters. 3 more to go.");
      await password(page).pressSequentially("yuiop");
      await described(/one of the most common passwords/);
      await checkPage(page);
      await password(page).fill("asha.rao99");
      await described(/not made of your name, email or phone number/);
      await password(page).fill("asha walks to the river");
      await described("");
    });

    await test.step("a new address and a registered address get the same reply", async () => {
      await startAfresh(page);
      const taken = (await newStudent()).email;
      const free = newEmail();
      const texts: string[] = [];
      for (const address of [free, taken]) {
        await page.goto("/auth");
        await register(page, address);
        await expect(
          toast(page, "Registration successful! Please check your email for verification."),
        ).toBeVisible();
        await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
        await expect(page.getByText(address)).toBeVisible();
        const text = (await page.getByRole("main").innerText()).replace(/\d+ seconds/, "N seconds");
        texts.push(text.replace(address, "ADDRESS"));
        if (address === free) await submit(page, "Use another address").click();
      }
      expect(texts[0]).toContain("ADDRESS");
      expect(texts[1]).toBe(texts[0]);
      await checkPage(page);
      expect((await mailTo(server, taken)).subject).toBe("You already have a Maarga account");
      expect((await mailTo(server, free)).subject).toBe("Confirm your email address");
    });
  });

  test("the page explains why no mail may come, and links to the login and to a password reset @desktop", async ({
    page,
  }) => {
    const address = newEmail();
    await page.goto("/login");
    await register(page, address);
    const why =
      "No mail after a few minutes? Look in the spam folder. If this address is already registered, the mail says so: log in or reset your password.";
    await expect(page.getByRole("main")).toContainText(why);
    await page.getByRole("link", { name: "reset your password" }).click();
    await expect(page).toHaveURL("/forgot-password");
    await expect(email(page)).toHaveValue(address);
    await page.goBack();
    await expect(page.getByRole("main")).toContainText(why);
    await page.getByRole("link", { name: "log in" }).click();
    await expect(submit(page, "Login")).toBeVisible();
  });

  test.describe("@desktop", () => {
    test("each failure of a registration has its own message, and another address can be used", async ({
      page,
    }) => {
      await test.step("the browser reports an invalid email address", async () => {
        await page.goto("/auth");
        await register(page, "asha");
        const message = await email(page).evaluate((input: HTMLInputElement) => input.validationMessage);
        expect(message).not.toBe("");
        await expect(page.getByRole("heading", { name: "Check your email" })).toBeHidden();
      });

      await test.step("an error without a message shows our own text", async () => {
        await startAfresh(page);
        await replyWith(page, "signup*", 400, {});
        await page.goto("/auth");
        await register(page, newEmail());
        await expect(alertIn(page)).toHaveText("Failed to register");
        await expect(toast(page, "Failed to register")).toBeVisible();
      });

      await test.step("an unexpected response asks the visitor to refresh and try again", async () => {
        await startAfresh(page);
        await replyWith(page, "signup*", 200, null);
        await page.goto("/auth");
        await register(page, newEmail());
        await expect(alertIn(page)).toHaveText("Failed to register. Please refresh and try again");
        await expect(toast(page, "Failed to register. Please refresh and try again")).toBeVisible();
      });

      await test.step("a failed bot challenge is reported", async () => {
        await startAfresh(page);
        await replyWith(page, "signup*", 400, {
          code: "captcha_failed",
          message: "captcha protection: request disallowed (timeout-or-duplicate)",
        });
        await page.goto("/auth");
        await register(page, newEmail());
        await expect(alertIn(page)).toHaveText("Captcha verification failed. Please try again.");
      });

      await test.step("a visitor can go back and register with another address", async () => {
        await startAfresh(page);
        await page.goto("/auth");
        const address = newEmail();
        await register(page, address);
        await submit(page, "Use another address").click();
        await expect(email(page)).toHaveValue(address);
      });
    });

    test("the mail can be sent again after a minute, and the page counts down", async ({ page, server }) => {
      const address = newEmail();
      await page.clock.install();
      await page.goto("/auth");
      await register(page, address);
      await expect(submit(page, "Send it again")).toBeDisabled();
      await expect(page.getByText(/Available in \d+ seconds/)).toBeVisible();
      await page.clock.fastForward("01:01");
      await submit(page, "Send it again").click();
      await expect(page.getByText("Sent again.")).toBeVisible();
      await expect(submit(page, "Send it again")).toBeDisabled();
      await mailTo(server, address, 2);

      await replyWith(page, "signup*", 429, {
        code: "over_email_send_rate_limit",
        message: "For security purposes, you can only request this after 49 seconds.",
      });
      await page.clock.fastForward("01:01");
      await submit(page, "Send it again").click();
      await expect(alertIn(page)).toHaveText(
        "For security purposes, you can only request this after 49 seconds.",
      );
      await expect(page.getByText(/Available in 4\d seconds/)).toBeVisible();
      await checkPage(page);
    });

    test.describe("a lost connection", () => {
      test.use({ allowConsole: /Failed to load resource/ });

      test("a mail that could not be requested can be requested again at once", async ({ page, server }) => {
        const address = newEmail();
        await page.clock.install();
        await page.goto("/auth");
        await register(page, address);
        await expect(submit(page, "Send it again")).toBeDisabled();
        await page.clock.fastForward("01:01");
        await page.route("**/auth/v1/signup*", (route) => route.abort());
        await submit(page, "Send it again").click();
        await expect(alertIn(page)).toContainText(NOT_REACHED);
        await expect(submit(page, "Send it again")).toBeEnabled();
        await expect(page.getByText(/Available in/)).toBeHidden();
        await page.unroute("**/auth/v1/signup*");
        await submit(page, "Send it again").click();
        await expect(page.getByText("Sent again.")).toBeVisible();
        await mailTo(server, address, 2);
      });

      test("a failed request leaves the countdown running", async ({ page }) => {
        await page.clock.install();
        await page.goto("/auth");
        await register(page, newEmail());
        await expect(page.getByText(/Available in \d+ seconds/)).toBeVisible();
        await page.clock.fastForward("00:20");
        const secondsLeft = async () => {
          const countdown = page.getByText(/Available in \d+ second/);
          await expect(countdown).toBeVisible();
          return Number.parseInt((await countdown.innerText()).replace(/\D+/, ""), 10);
        };
        await page.route(/auth\/v1\/(signup|verify)/, (route) => route.abort());
        await page.getByLabel("Code from the mail").fill("123456");
        await submit(page, "Confirm").click();
        await expect(alertIn(page)).toContainText(NOT_REACHED);
        expect(await secondsLeft()).toBeLessThanOrEqual(40);
        // The button is disabled, but a browser extension can still submit the form.
        await submit(page, "Send it again").evaluate((button: HTMLButtonElement) =>
          button.form?.requestSubmit(),
        );
        await expect(alertIn(page)).toHaveCount(2);
        expect(await secondsLeft()).toBeLessThanOrEqual(40);
      });
    });
  });
});
