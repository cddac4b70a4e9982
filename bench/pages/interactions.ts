import type { Page } from "@playwright/test";

export interface Interaction {
  readonly name: string;
  /** From the tap to the next paint, in milliseconds, as the browser reports it: a multiple of eight. */
  readonly durationMs: number;
}

declare global {
  interface Window {
    slowestEvent: number;
  }
}

/** After a page is usable, it loads fonts and prepares the menu. A person looks at it first. */
const LOOKING_MS = 4_000;
const SETTLING_MS = 1_500;

/** Taps what students tap most, on a page that has loaded: the menu twice, two days, two slots, the history of all slots. */
export async function measureInteractions(page: Page): Promise<Interaction[]> {
  await page.waitForTimeout(LOOKING_MS);
  await page.evaluate(() => {
    window.slowestEvent = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries())
        window.slowestEvent = Math.max(window.slowestEvent, duration);
    }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
  });
  const measure = async (name: string, tap: () => Promise<void>): Promise<Interaction> => {
    await page.evaluate(() => {
      window.slowestEvent = 0;
    });
    await tap();
    await page.waitForTimeout(SETTLING_MS);
    return { name, durationMs: await page.evaluate(() => window.slowestEvent) };
  };
  const menu = page.getByRole("button", { name: "Toggle Sidebar" });
  const close = page.getByRole("button", { name: "Close" });
  const day = (at: number) => page.locator("main form label:has(input[type=radio])").nth(at);
  const slot = (at: number) => page.locator("main li > button[aria-pressed]").nth(at);
  return [
    await measure("menu, first time", () => menu.tap()),
    await measure("menu closed", () => close.tap()),
    await measure("menu again", () => menu.tap()),
    await measure("menu closed again", () => close.tap()),
    await measure("a day", () => day(1).tap()),
    await measure("another day", () => day(2).tap()),
    await measure("a slot", () => slot(4).tap()),
    await measure("another slot", () => slot(6).tap()),
    await measure("the longest list: 300 past slots", () =>
      page.getByRole("tab", { name: "Slot History" }).tap(),
    ),
  ];
}
