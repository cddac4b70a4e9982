import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { axeViolations } from "./axe.ts";
import { currentRun } from "./servers.ts";
import { targetsTooSmall } from "./targets.ts";

const ALL_RULES = {
  type: "tag",
  values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
} as const;
/** The rules whose result depends on the colours. */
const COLOUR_RULES = { type: "rule", values: ["color-contrast", "link-in-text-block"] } as const;

interface View {
  readonly colorScheme: "light" | "dark";
  readonly rules: typeof ALL_RULES | typeof COLOUR_RULES;
}

/**
 * Checks that axe finds no violation, in light and dark, that the page is not wider than the screen, and that each
 * target is large enough. Restores the page. A state is checked once per run. `except` selects content that another
 * test checks.
 */
export async function checkPage(page: Page, { except }: { except?: string } = {}): Promise<void> {
  const { views, widths } = checksForTest();
  // A list that is being reloaded is faded, and its contrast is too low for axe.
  await expect(page.locator(":is(ul, table)[aria-busy=true]")).toHaveCount(0);
  await waitForAnimations(page);
  if (!(await isFirstCheck(page, JSON.stringify({ views, widths, except })))) return;
  await test.step("axe in light and dark, no sideways scroll", async () => {
    // The browser skips the layout far below the viewport, so axe would find that content in the wrong places.
    const styles = await page.evaluateHandle(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync("* { content-visibility: visible !important }");
      document.adoptedStyleSheets.push(sheet);
      return sheet;
    });
    for (const { colorScheme, rules } of views) {
      await page.emulateMedia({ colorScheme });
      await waitForAnimations(page);
      expect
        .soft(
          await axeViolations(page, { ...rules, values: [...rules.values] }, except),
          `axe, ${colorScheme}`,
        )
        .toEqual([]);
    }
    await page.emulateMedia({ colorScheme: null });

    const viewport = page.viewportSize();
    for (const width of widths) {
      await page.setViewportSize({ width, height: viewport?.height ?? 740 });
      expect.soft(await elementsTooWide(page, width), `too wide at ${width} pixels`).toEqual([]);
      expect.soft(await targetsTooSmall(page), `targets too small at ${width} pixels`).toEqual([]);
    }
    if (viewport) await page.setViewportSize(viewport);
    await styles.evaluate((sheet) => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    });
  });
}

/** Records the page's content, without the ids that differ between tests. All workers share the folder. */
async function isFirstCheck(page: Page, checks: string): Promise<boolean> {
  const html = await page.evaluate(() => document.documentElement.outerHTML);
  const content = html
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "uuid")
    .replace(/-[0-9a-f]{10}@/g, "@")
    .replace(/_r_\w+_/g, "id");
  const { width } = page.viewportSize() ?? {};
  const hash = createHash("sha256").update(`${checks} ${width} ${content}`).digest("hex");
  try {
    mkdirSync(path.join(currentRun().checkedPagesFolder, hash));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** A test that runs on the phone and on the desktop checks half on each; one that runs once checks everything. */
function checksForTest(): { views: readonly View[]; widths: readonly number[] } {
  const { project, titlePath } = test.info();
  if (titlePath.some((title) => /@(phone|desktop)|^public-\w+\.spec/.test(title))) {
    return {
      views: [
        { colorScheme: "light", rules: ALL_RULES },
        { colorScheme: "dark", rules: COLOUR_RULES },
      ],
      widths: [320, 360, 768, 1440],
    };
  }
  return project.name === "phone"
    ? { views: [{ colorScheme: "light", rules: ALL_RULES }], widths: [320, 360] }
    : { views: [{ colorScheme: "dark", rules: ALL_RULES }], widths: [768, 1440] };
}

/**
 * Waits until animations have ended, because colours between light and dark have other contrasts. An inherited colour
 * reaches one level of elements after the other: the transition of an element begins after its parent's has ended.
 */
async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const endingAnimations = () =>
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    for (let ending = endingAnimations(); ending.length > 0; ending = endingAnimations()) {
      await Promise.allSettled(ending.map((animation) => animation.finished));
      await new Promise(requestAnimationFrame);
    }
  });
}

/** Finds the innermost elements that make the page scroll sideways. Returns nothing if it does not scroll. */
function elementsTooWide(page: Page, width: number): Promise<string[]> {
  return page.evaluate(async (limit) => {
    // Resize listeners run in the frame after the change.
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
