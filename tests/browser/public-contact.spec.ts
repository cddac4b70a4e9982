import type { Page } from "@playwright/test";
import { checkPage } from "./check-page.ts";
import { expect, test } from "./fixtures.ts";

test.describe("the contact form", () => {
  const MESSAGE = "Is UG NEET & CET one plan?\nMy father asks.";

  async function fillIn(page: Page) {
    await page.goto("/contact");
    await page.getByLabel("Name").fill("Asha");
    await page.getByLabel("Email").fill("asha@example.com");
    await page.getByLabel("Message").fill(MESSAGE);
  }

  test("the contact form refuses what is incomplete, thanks, offers to send the message and is cleared without a request", async ({
    page,
  }) => {
    await fillIn(page);

    await test.step("a message without a name, an email address or a text is not accepted", async () => {
      for (const label of ["Name", "Email", "Message"]) {
        const field = page.getByLabel(label, { exact: true });
        const value = await field.inputValue();
        for (const missing of ["", "   "]) {
          await field.fill(missing);
          await page.getByRole("button", { name: "Send Message" }).click();
          await expect(field).toBeFocused();
          await expect(page.getByRole("alert")).toBeEmpty();
        }
        await field.fill(value);
      }
    });

    const contacts = page.getByRole("main").locator("address");
    await expect(contacts.locator('a[href^="mailto:"]')).toBeVisible();
    await expect(contacts.locator('a[href^="tel:+"]')).toBeVisible();
    await expect(contacts.getByText("Office in Bengaluru")).toBeVisible();

    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    const alert = page.getByRole("alert");
    await expect(alert).toBeEmpty();
    await page.getByRole("button", { name: "Send Message" }).click();
    await expect(alert).toContainText("Thank you for your message, Asha.");
    await expect(alert).toBeInViewport();
    for (const label of ["Name", "Email", "Message"])
      await expect(page.getByLabel(label, { exact: true })).toHaveValue("");
    expect(requests).toEqual([]);
    await expect(page).toHaveURL(/\/contact$/);
    const text = `${MESSAGE}\n\nAsha, asha@example.com`;
    const textIn = async (name: string, field: string) => {
      const address = await alert.getByRole("link", { name }).getAttribute("href");
      return new URL(address ?? "").searchParams.get(field);
    };
    expect(await textIn("Send by email", "body")).toBe(text);
    expect(await textIn("Send on WhatsApp", "text")).toBe(text);
    await checkPage(page);

    await test.step("a message is written and sent with the keyboard alone", async () => {
      await page.goto("/contact");
      await page.getByLabel("Name").focus();
      await page.keyboard.type("Asha");
      await page.keyboard.press("Tab");
      await page.keyboard.type("asha@example.com");
      await page.keyboard.press("Tab");
      await page.keyboard.type("Hello");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await expect(page.getByRole("alert")).toContainText("Thank you for your message, Asha.");
      await page.keyboard.press("Tab");
      await expect(page.getByRole("link", { name: "Send by email" })).toBeFocused();
    });
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("without JavaScript the form says how to write instead, and sends nothing", async ({ page }) => {
    await page.goto("/contact");
    // Text queries ignore <noscript>.
    const note = page.locator("noscript p");
    await expect(note).toBeVisible();
    expect(await note.innerText()).toMatch(/^This form needs JavaScript/);
    await expect(page.getByRole("button", { name: "Send Message" })).toBeHidden();
    await expect(page.getByRole("main").locator('a[href^="mailto:"]')).toBeVisible();
    await page.getByLabel("Name").fill("Asha");
    await page.getByLabel("Email").fill("asha@example.com");
    await page.getByLabel("Message").fill("Hello");
    await page.getByLabel("Email").press("Enter");
    await page.getByRole("main").getByRole("heading", { name: "Reach us directly" }).click();
    await expect(page).toHaveURL(/\/contact$/);
  });
});
