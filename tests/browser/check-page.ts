import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { axeViolations } from "./axe.ts";
import { currentRun } from "./servers.ts";

const ALL_RULES = {
  type: "tag",
  values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
} as const;
/** The rules whose result changes with the colours. */
const COLOUR_RULES = { type: "rule", values: ["color-contrast", "link-in-text-block"] } as const;

interface View {
  readonly colorScheme: "light" | "dark";
  readonly rules: typeof ALL_RULES | typeof COLOUR_RULES;
}

/**
 * Checks what holds for every page in every state: axe has nothing against it, light or dark, and nothing makes it wider
 * than the screen. Leaves the page as it found it. A state that was checked before in this run is not checked again. `except` selects content that another test checks.
 */
export async function checkPage(page: Page, { except }: { except?: string } = {}): Promise<void> {
  const { views, widths } = share();
  // A list that is being replaced is pale, and axe rightly complains about the contrast.
  await expect(page.locator(":is(ul, table)[aria-busy=true]")).toHaveCount(0);
  await untilStill(page);
  if (!(await isFirstCheck(page, JSON.stringify({ views, widths, except })))) return;
  await test.step("axe, light and dark; no sideways scroll", async () => {
    // The browser has not laid out what is far below the window, and axe would see it in wrong places.
    const styles = await page.evaluateHandle(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync("* { content-visibility: visible !important }");
      document.adoptedStyleSheets.push(sheet);
      return sheet;
    });
    for (const { colorScheme, rules } of views) {
      await page.emulateMedia({ colorScheme });
      await untilStill(page);
      expect
        .soft(
          await axeViolations(page, { ...rules, values: [...rules.values] }, except),
          `axe, ${colorScheme}`,
        )
        .toEqual([]);
    }
    await page.emulateMedia({ colorScheme: null });

    const usual = page.viewportSize();
    for (const width of widths) {
      await page.setViewportSize({ width, height: usual?.height ?? 740 });
      expect.soft(await tooWide(page, width), `sticks out at ${width} pixels`).toEqual([]);
    }
    if (usual) await page.setViewportSize(usual);
    await styles.evaluate((sheet) => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    });
  });
}

/** Remembers the page's content, without what differs from one test to the next. Both workers share the folder. */
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
function share(): { views: readonly View[]; widths: readonly number[] } {
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
