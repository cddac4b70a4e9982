import { expect, type Locator, type Page } from "@playwright/test";

/** A toast with this text. The same text may also be elsewhere on the page. */
export function toast(page: Page, text: string): Locator {
  return page.locator("[data-toast]").filter({ hasText: text });
}

/** Closes the toast, so that a later step does not take it for its own. It may have disappeared by itself. */
export async function closeToast(page: Page, text: string): Promise<void> {
  const message = toast(page, text);
  await message.evaluateAll((shown) => {
    for (const one of shown) one.querySelector<HTMLElement>("[aria-label='Close message']")?.click();
  });
  await expect(message).toHaveCount(0);
}
