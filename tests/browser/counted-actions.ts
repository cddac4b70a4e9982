import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

/**
 * The clicks and keys that a task takes: choosing from a list takes two clicks, and typing takes a key for each letter
 * and a click if the field does not have the focus.
 */
export interface Counted {
  click(target: Locator): Promise<void>;
  choose(target: Locator, option: string): Promise<void>;
  type(target: Locator, text: string): Promise<void>;
  /** The last click of a task that would reach the students of other tests. It is counted but not performed. */
  couldClick(target: Locator): Promise<void>;
}

/** A step of a walk that must not take more clicks and keys than this. */
export function task(
  title: string,
  { clicks, keys = 0 }: { clicks: number; keys?: number },
  work: (did: Counted) => Promise<void>,
): Promise<void> {
  return test.step(`${title} (${clicks} clicks, ${keys} keys)`, async () => {
    let clicked = 0;
    let typed = 0;
    await work({
      async click(target) {
        clicked += 1;
        await target.click();
      },
      async choose(target, option) {
        clicked += 2;
        await target.selectOption({ label: option });
      },
      async type(target, text) {
        if (!(await target.evaluate((field) => field === document.activeElement))) clicked += 1;
        typed += text.length;
        await target.pressSequentially(text);
      },
      async couldClick(target) {
        clicked += 1;
        await target.click({ trial: true });
      },
    });
    expect(clicked, "clicks").toBeLessThanOrEqual(clicks);
    expect(typed, "keys").toBeLessThanOrEqual(keys);
  });
}

/** Opens the sidebar where it is a sheet, and follows a link. */
export async function followSidebar(page: Page, did: Counted, name: string): Promise<void> {
  const link = page.getByRole("link", { name, exact: true });
  if (!(await link.isVisible())) await did.click(page.getByRole("button", { name: "Toggle Sidebar" }));
  await did.click(link);
}
