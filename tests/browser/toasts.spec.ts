import { newEmail } from "../world/people.ts";
import { register } from "./auth-forms.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { toast } from "./toast.ts";
import { expectUncovered } from "./uncovered.ts";

const plan = { level: "ug", exam: "cet", name: "Medium" } as const;

test("toasts cover no heading, no button and no field, and the menu has the support's phone @phone", async ({
  page,
  newStudent,
}) => {
  await test.step("beside the logo, after a registration", async () => {
    await page.goto("/auth");
    await register(page, newEmail());
    const message = toast(page, "Registration successful! Please check your email for verification.");
    await expect(message).toBeVisible();
    await expectUncovered(message);
  });
  await test.step("on the login page, for a visitor who was sent there", async () => {
    await page.goto("/book-slot");
    await expect(toast(page, "Please log in to continue.")).toBeVisible();
    await expectUncovered(toast(page, "Please log in to continue."));
  });
  await test.step("in the app", async () => {
    await signIn(page, await newStudent({ plan }));
    await page.goto("/notifications");
    await page.getByRole("switch", { name: "Receive updates via email" }).click();
    await page.getByRole("button", { name: /^(Enable|Disable)$/ }).click();
    const message = toast(page, "Preferences updated.");
    await expect(message).toBeVisible();
    await expect(page.getByRole("alertdialog")).toBeHidden();
    await expectUncovered(message);
  });
  await test.step("the menu has the support's phone and WhatsApp", async () => {
    await page.getByRole("button", { name: "Toggle Sidebar" }).click();
    const help = page.getByRole("region", { name: "Help" });
    await expect(help.getByRole("link", { name: "Call +91 80 5550 1234" })).toHaveAttribute(
      "href",
      "tel:+918055501234",
    );
    await expect(help.getByRole("link", { name: "Write on WhatsApp" })).toHaveAttribute(
      "href",
      "https://wa.me/919845001234",
    );
  });
});

test.describe("in an open dialog", () => {
  test.use({ allowConsole: /ERR_FAILED/ });
  test("a toast is inside of it, where it can be read and closed @phone", async ({ page, newStudent }) => {
    await signIn(page, await newStudent({ plan }));
    await page.route("**/rest/v1/profiles*", (route) =>
      route.request().method() === "PATCH" ? route.abort() : route.continue(),
    );
    await page.goto("/notifications");
    await page.getByRole("switch", { name: "Receive updates via email" }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByRole("button", { name: /^(Enable|Disable)$/ }).click();
    const message = toast(page, "Failed to update preferences.");
    await expect(message).toBeVisible();
    await expectUncovered(message);
    await message.getByRole("button", { name: "Close message" }).press("Enter");
    await expect(message).toBeHidden();
  });
});

test("a toast disappears after four seconds, but not while somebody reads it @desktop", async ({ page }) => {
  await page.clock.install();
  await page.goto("/book-slot");
  await expect(page.getByRole("heading", { name: "Log in to Maarga" })).toBeVisible();
  const message = toast(page, "Please log in to continue.");
  await message.hover();
  await page.clock.runFor(20_000);
  await expect(message).toBeVisible();
  await page.mouse.move(5, 890);
  await page.clock.runFor(4100);
  await expect(message).toBeHidden();
});
