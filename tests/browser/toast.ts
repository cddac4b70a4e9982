import type { Locator, Page } from "@playwright/test";

/** A toast with this text. The same text may also be elsewhere on the page. */
export function toast(page: Page, text: string): Locator {
  return page.locator("[data-toast]").filter({ hasText: text });
}
