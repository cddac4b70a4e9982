import type { Locator, Page } from "@playwright/test";

/** A toast with this text. The same text may also be elsewhere on the page. */
export function toast(page: Page, text: string): Locator {
  return page.locator("[data-toast]").filter({ hasText: text });
}

/** Closes the toast, so that a later step does not take it for its own. */
export async function closeToast(page: Page, text: string): Promise<void> {
  const message = toast(page, text);
  await message.getByRole("button", { name: "Close message" }).click();
  await message.waitFor({ state: "hidden" });
}
