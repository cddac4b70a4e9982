import type { Page } from "@playwright/test";

/** Records layout shifts from the next page.goto on. Returns a function that lists them with the moved elements. */
export async function recordLayoutShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    interface LayoutShift extends PerformanceEntry {
      readonly value: number;
      readonly sources: readonly {
        readonly node: Node | null;
        readonly previousRect: DOMRectReadOnly;
        readonly currentRect: DOMRectReadOnly;
      }[];
    }
    const shifts: string[] = [];
    Object.assign(window, { layoutShifts: shifts });
    const describe = ({ x, y, width, height }: DOMRectReadOnly) => `${x},${y} ${width}×${height}`;
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as LayoutShift[]) {
        const moved = sources.map(({ node, previousRect, currentRect }) => {
          const html = node instanceof Element ? node.outerHTML.slice(0, 120) : node?.nodeValue;
          return `${html}\n  from ${describe(previousRect)} to ${describe(currentRect)}`;
        });
        shifts.push(`${value.toFixed(4)}: ${moved.join("\n")}`);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  return () =>
    page.evaluate(async () => {
      // A shift is reported after the frame in which it happens.
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
      return (window as unknown as { layoutShifts: string[] }).layoutShifts;
    });
}
