import type { Locator, Page } from "@playwright/test";

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly ts: number;
  readonly args?: { readonly elementCount?: number; readonly data?: { readonly type?: string } };
}

/**
 * Counts the elements whose style the browser computes between the tap and the next paint. On a slow phone they are most of
 * the time that passes, and unlike the time the count is the same on every machine.
 */
export async function elementsStyledForTap(page: Page, target: Locator): Promise<number> {
  const browser = page.context().browser();
  if (!browser) throw new Error("The page has no browser");
  await browser.startTracing(page, { categories: ["devtools.timeline", "cc"] });
  await target.tap();
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted, 100))));
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const events = trace.traceEvents.sort((a, b) => a.ts - b.ts);
  const tap = events.find(({ name, args }) => name === "EventDispatch" && args?.data?.type === "click");
  const after = events.filter(({ pid, ts }) => pid === tap?.pid && ts > Number(tap?.ts));
  const paint = after.findIndex(({ name }) => name === "Commit");
  return after
    .slice(0, paint)
    .filter(({ name }) => name === "UpdateLayoutTree")
    .reduce((sum, { args }) => sum + (args?.elementCount ?? 0), 0);
}
