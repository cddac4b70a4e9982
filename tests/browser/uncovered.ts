import { expect, type Locator } from "@playwright/test";

/** Expects that an element shares no pixel with a heading, a button, a field or a link elsewhere on the screen. */
export async function expectUncovered(message: Locator): Promise<void> {
  const covered = await message.evaluate((element) => {
    const box = element.getBoundingClientRect();
    const modal = document.querySelector("dialog:modal");
    const others = (modal ?? document).querySelectorAll<HTMLElement>(
      "h1, h2, h3, button, summary, input, select, textarea, a[href]",
    );
    return [...others]
      .filter((other) => !element.contains(other) && other.checkVisibility({ visibilityProperty: true }))
      .filter((other) => {
        const { left, right, top, bottom, width } = other.getBoundingClientRect();
        // Text for screen readers only is one pixel wide.
        if (width <= 1) return false;
        return left < box.right && right > box.left && top < box.bottom && bottom > box.top;
      })
      .map((other) => other.outerHTML.slice(0, 200));
  });
  expect(covered).toEqual([]);
}
