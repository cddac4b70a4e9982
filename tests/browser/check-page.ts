import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** All that changes with the colours. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

interface Look {
  readonly colorScheme: "light" | "dark";
  readonly rules: "all" | "of colour";
}

/**
 * What holds for every page in every state: axe has nothing against it, light or dark, and nothing makes it wider
 * than the screen. Leaves the page as it found it. Call it once the state is there, not while it is coming.
 */
export async function checkPage(page: Page): Promise<void> {
  const { looks, widths } = share();
  // A list that waits for its next content is pale.
  await expect(page.locator(":is(ul, table)[aria-busy=true]")).toHaveCount(0);
  await test.step("axe, light and dark; no sideways scroll", async () => {
    // What a browser has not laid out yet, because it is far below the window, axe would see in wrong places.
    const whole = await page.evaluateHandle(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync("* { content-visibility: visible !important }");
      document.adoptedStyleSheets.push(sheet);
      return sheet;
    });
    for (const { colorScheme, rules } of looks) {
      await page.emulateMedia({ colorScheme });
      await untilStill(page);
      // Where no script runs, axe cannot either, and would wait for ever.
      const axe = new AxeBuilder({ page }).exclude("iframe[sandbox]");
      if (rules === "all") axe.withTags(RULES);
      else axe.withRules(COLOUR_RULES);
      const { violations } = await axe.analyze();
      const found = violations.flatMap(({ id, help, nodes }) =>
        nodes.map((node) => `${id}: ${help}\n  ${node.target.join(" ")}\n  ${node.failureSummary ?? ""}`),
      );
      expect.soft(found, `axe, ${colorScheme}`).toEqual([]);
    }
    await page.emulateMedia({ colorScheme: null });

    const usual = page.viewportSize();
    for (const width of widths) {
      await page.setViewportSize({ width, height: usual?.height ?? 740 });
      expect.soft(await tooWide(page, width), `sticks out at ${width} pixels`).toEqual([]);
    }
    if (usual) await page.setViewportSize(usual);
    await whole.evaluate((sheet) => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    });
  });
}

/** A test that runs on the phone and on the desktop looks at half on each; one that runs once looks at everything. */
function share(): { looks: readonly Look[]; widths: readonly number[] } {
  const { project, titlePath } = test.info();
  if (titlePath.some((title) => /@(phone|desktop)|^public\.spec/.test(title))) {
    return {
      looks: [
        { colorScheme: "light", rules: "all" },
        { colorScheme: "dark", rules: "of colour" },
      ],
      widths: [320, 360, 768, 1440],
    };
  }
  return project.name === "phone"
    ? { looks: [{ colorScheme: "light", rules: "all" }], widths: [320, 360] }
    : { looks: [{ colorScheme: "dark", rules: "all" }], widths: [768, 1440] };
}

/** Colours on their way from light to dark are neither. */
async function untilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map((animation) => animation.finished));
  });
}

/** What makes the page scroll sideways, the innermost elements only; empty when it does not scroll. */
function tooWide(page: Page, width: number): Promise<string[]> {
  return page.evaluate(async (limit) => {
    // What listens for the new size answers in the frame after it.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    if (document.documentElement.scrollWidth <= limit) return [];
    const wide = [...document.body.querySelectorAll("*")].filter(
      (element) => element.getBoundingClientRect().right > limit + 1,
    );
    const innermost = wide.filter(
      (element) => !wide.some((other) => other !== element && element.contains(other)),
    );
    return [
      `the page is ${document.documentElement.scrollWidth} wide`,
      ...innermost.slice(0, 5).map((element) => element.outerHTML.slice(0, 160)),
    ];
  }, width);
}
