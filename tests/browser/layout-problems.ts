interface LayoutProblems {
  /** The innermost elements that make the page scroll sideways. Empty if it does not scroll. */
  readonly tooWide: string[];
  /** The visible links, buttons and fields that are smaller than 24 pixels. A label enlarges its field. */
  readonly tooSmall: string[];
}

/** Runs in the page, which has the given width. */
export async function findLayoutProblems(width: number): Promise<LayoutProblems> {
  // Resize listeners run in the frame after the change.
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  return { tooWide: findTooWide(), tooSmall: findTooSmall() };

  function findTooWide(): string[] {
    if (document.documentElement.scrollWidth <= width) return [];
    const wide = [...document.body.querySelectorAll("*")].filter(
      (element) => element.getBoundingClientRect().right > width + 1,
    );
    const innermost = wide.filter(
      (element) => !wide.some((other) => other !== element && element.contains(other)),
    );
    return [
      `the page is ${document.documentElement.scrollWidth} wide`,
      ...innermost.slice(0, 5).map((element) => element.outerHTML.slice(0, 160)),
    ];
  }

  function findTooSmall(): string[] {
    const minPx = 24;
    const targets = document.querySelectorAll<HTMLElement>(
      "a[href], button, summary, select, textarea, input:not([type=hidden]), [role=tab]",
    );
    return [...targets].flatMap((target) => {
      const box = (target.closest("label") ?? target).getBoundingClientRect();
      const own = target.getBoundingClientRect();
      // Controls for screen readers only are one pixel large.
      if (!target.checkVisibility({ visibilityProperty: true }) || own.width <= 1 || own.height <= 1)
        return [];
      const [boxWidth, boxHeight] = [Math.max(box.width, own.width), Math.max(box.height, own.height)];
      if (Math.round(boxWidth) >= minPx && Math.round(boxHeight) >= minPx) return [];
      return [`${boxWidth.toFixed(1)} x ${boxHeight.toFixed(1)}: ${target.outerHTML.slice(0, 160)}`];
    });
  }
}
