import type { Page } from "@playwright/test";

const MIN_PX = 24;

/** Lists the visible links, buttons and fields that are smaller than 24 pixels. A label enlarges its field. */
export function targetsTooSmall(page: Page): Promise<string[]> {
  return page.evaluate((min) => {
    const targets = document.querySelectorAll<HTMLElement>(
      "a[href], button, summary, select, textarea, input:not([type=hidden]), [role=tab]",
    );
    return [...targets].flatMap((target) => {
      const box = (target.closest("label") ?? target).getBoundingClientRect();
      const own = target.getBoundingClientRect();
      // Controls for screen readers only are one pixel large.
      if (!target.checkVisibility({ visibilityProperty: true }) || own.width <= 1 || own.height <= 1)
        return [];
      const [width, height] = [Math.max(box.width, own.width), Math.max(box.height, own.height)];
      if (Math.round(width) >= min && Math.round(height) >= min) return [];
      return [`${width.toFixed(1)} x ${height.toFixed(1)}: ${target.outerHTML.slice(0, 160)}`];
    });
  }, MIN_PX);
}
