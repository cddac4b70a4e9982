import type { Page } from "@playwright/test";
import { checkPage } from "./check-page.ts";
import { expect, test } from "./fixtures.ts";
import { openMenu } from "./public-pages.ts";

test.describe("light and dark", () => {
  // A test below blocks the page's own script.
  test.use({ allowConsole: /ERR_FAILED/ });

  const BACKGROUND = { light: "rgb(251, 250, 246)", dark: "rgb(15, 21, 25)" } as const;
  /** Opens the home page and waits for its script. */
  const openReady = async (page: Page) => {
    await page.goto("/");
    await expect(page.locator("html[data-ready]")).toBeAttached();
  };
  const background = (page: Page) =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

  test("the colour scheme follows the device unless another is chosen, which applies to the next page from its first paint", async ({
    page,
  }) => {
    await test.step("it follows the device", async () => {
      await page.emulateMedia({ colorScheme: "dark" });
      await openReady(page);
      await expect(page.getByRole("radio", { name: "System" })).toBeChecked();
      await expect.poll(() => background(page)).toBe(BACKGROUND.dark);
      await page.getByRole("radio", { name: "System" }).focus();
      await page.keyboard.press("ArrowLeft");
      await page.keyboard.press("ArrowLeft");
      await expect.poll(() => background(page)).toBe(BACKGROUND.light);
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowRight");
      await expect.poll(() => background(page)).toBe(BACKGROUND.dark);
      expect(await page.context().cookies()).toEqual([]);
    });

    await test.step("another is chosen", async () => {
      await page.emulateMedia({ colorScheme: "light" });
      await openReady(page);
      await expect.poll(() => background(page)).toBe(BACKGROUND.light);
      await page.getByText("Dark", { exact: true }).click();
      await expect.poll(() => background(page)).toBe(BACKGROUND.dark);

      // The page's script is blocked, so only the inline script can set the scheme.
      await page.route("**/assets/static-page*.js", (route) => route.abort());
      await page.goto("/about", { waitUntil: "commit" });
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect.poll(() => background(page)).toBe(BACKGROUND.dark);
      await page.unroute("**/assets/static-page*.js");

      await page.goto("/about");
      await expect(page.getByRole("radio", { name: "Dark" })).toBeChecked();
      await expect(page.locator("meta[name=theme-color]:not([media='not all'])")).toHaveAttribute(
        "content",
        "#0f1519",
      );
    });
  });
});

test("the first Tab stop skips to the content, and the menu opens and closes with the keyboard or a tap @phone", async ({
  page,
}) => {
  await test.step("the first Tab stop", async () => {
    await page.goto("/about");
    await page.keyboard.press("Tab");
    const skip = page.getByRole("link", { name: "Skip to content" });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport({ ratio: 1 });
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main")).toBeFocused();
  });

  await test.step("the menu opens with Enter and closes with Escape", async () => {
    await page.goto("/");
    const menu = page.locator("summary");
    await menu.focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("banner").getByRole("link", { name: "Home", exact: true })).toBeFocused();
    await checkPage(page);
    await page.keyboard.press("Escape");
    await expect(menu).toBeFocused();
    await expect(page.getByRole("banner").getByRole("link", { name: "About Us" })).toBeHidden();
  });

  await test.step("a tap beside the menu closes it", async () => {
    await openMenu(page);
    await page.getByRole("heading", { name: "What we do for you" }).click();
    await expect(page.getByRole("banner").getByRole("link", { name: "About Us" })).toBeHidden();
  });
});
