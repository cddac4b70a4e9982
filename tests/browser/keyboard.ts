import { expect, type Locator, type Page } from "@playwright/test";

/** Moves the focus with Tab until an element of this name has it. */
export async function tabTo(page: Page, name: RegExp, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  await expect(async () => {
    await page.keyboard.press(key);
    await expect(page.locator(":focus")).toHaveAccessibleName(name, { timeout: 100 });
  }).toPass({ intervals: [0] });
}

/**
 * Opens a dialog from the focused element with Enter: the focus moves into it, Tab does not leave it, and Escape gives
 * the focus back.
 */
export async function openAndClose(page: Page, dialog: Locator): Promise<void> {
  const opener = await page.locator(":focus").elementHandle();
  const hasFocus = () => dialog.evaluate((element) => element.contains(document.activeElement));
  await page.keyboard.press("Enter");
  await expect(dialog).toBeVisible();
  await expect.poll(hasFocus).toBe(true);
  const stops = await dialog.locator("button, input, select, textarea, a[href]").count();
  for (let stop = 0; stop <= stops; stop++) {
    await page.keyboard.press("Tab");
    expect(await hasFocus(), "Tab stays in the dialog").toBe(true);
  }
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect.poll(() => opener?.evaluate((element) => element === document.activeElement)).toBe(true);
}
