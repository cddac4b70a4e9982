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
  const measure = async (name: string, selector: string, at = 0): Promise<Interaction> => {
    await page.evaluate(() => {
      window.slowestEvent = 0;
    });
    await tap(page, selector, at);
    await page.waitForTimeout(SETTLING_MS);
    return { name, durationMs: await page.evaluate(() => window.slowestEvent) };
  };
  const menu = 'button[aria-label="Toggle Sidebar"]';
  const close = 'dialog[open] button[aria-label="Close"]';
  const day = "main form label:has(input[type=radio])";
  const slot = "main li > button[aria-pressed]";
  return [
    await measure("menu, first time", menu),
    await measure("menu closed", close),
    await measure("menu again", menu),
    await measure("menu closed again", close),
    await measure("a day", day, 1),
    await measure("another day", day, 2),
    await measure("a slot", slot, 4),
    await measure("another slot", slot, 6),
    await measure("the longest list: 300 past slots", "[role=tab]", 1),
  ];
}

/**
 * Taps without a locator: a locator would put listeners of Playwright into the page, and the browser would count their
 * time as the page's.
 */
async function tap(page: Page, selector: string, at: number): Promise<void> {
  const centre = await page.evaluate(
    ([selector, at]) => {
      const element = document.querySelectorAll(selector)[at];
      if (!element) throw new Error(`There is no ${selector} number ${at}.`);
      element.scrollIntoView({ block: "nearest", behavior: "instant" });
      const { left, top, width, height } = element.getBoundingClientRect();
      return [left + width / 2, top + height / 2] as const;
    },
    [selector, at] as const,
  );
  await page.touchscreen.tap(...centre);
}
