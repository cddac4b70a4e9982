import { createHash } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { axeViolations } from "./axe.ts";
import { findLayoutProblems } from "./layout-problems.ts";
import { runsOnce } from "./runs-once.ts";
import { currentRun } from "./servers.ts";
import { hashSettledPage } from "./settled-page.ts";

const ALL_RULES = {
  type: "tag",
  values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
} as const;
/** The rules whose result depends on the colours. */
const COLOUR_RULES = { type: "rule", values: ["color-contrast", "link-in-text-block"] } as const;

interface View {
  readonly viewport: { readonly width: number; readonly height: number };
  readonly colorScheme: "light" | "dark";
  readonly rules: typeof ALL_RULES | typeof COLOUR_RULES;
  readonly widths: readonly number[];
}

const PHONE: View = {
  viewport: { width: 360, height: 740 },
  colorScheme: "light",
  rules: ALL_RULES,
  widths: [360, 320],
};
const DESKTOP: View = {
  viewport: { width: 1440, height: 900 },
  colorScheme: "dark",
  rules: ALL_RULES,
  widths: [1440, 768],
};

/**
 * Checks that axe finds no violation, on the phone in light and on the desktop in dark, that the page is not wider than
 * the screen, and that each target is large enough. Restores the page. A state is checked once per run. `except` selects
 * content that another test checks.
 */
export async function checkPage(page: Page, { except }: { except?: string } = {}): Promise<void> {
  const views = viewsForTest();
  // A list that is being reloaded is faded, and its contrast is too low for axe.
  await expect(page.locator(":is(ul, table)[aria-busy=true]")).toHaveCount(0);
  const content = await page.evaluate(hashSettledPage);
  const remembered = rememberedState(page, content, JSON.stringify({ views, except }));
  if (remembered.isChecked) return;
  await test.step("axe in light and dark, no sideways scroll", async () => {
    const viewport = page.viewportSize();
    const restoreSkippedLayout = await layOutEverything(page);
    let colorScheme: View["colorScheme"] | undefined;
    for (const view of views) {
      await Promise.all([
        setViewport(page, view.viewport),
        view.colorScheme !== colorScheme && page.emulateMedia({ colorScheme: view.colorScheme }),
      ]);
      colorScheme = view.colorScheme;
      await checkView(page, view, except);
    }
    await Promise.all([page.emulateMedia({ colorScheme: null }), viewport && setViewport(page, viewport)]);
    await restoreSkippedLayout();
    remembered.setChecked();
  });
}

/** The browser skips the layout far below the viewport, so axe would find that content in the wrong places. */
async function layOutEverything(page: Page): Promise<() => Promise<void>> {
  const styles = await page.evaluateHandle(() => {
    const isSkipped = (element: Element) => getComputedStyle(element).contentVisibility === "auto";
    if (![...document.body.getElementsByTagName("*")].some(isSkipped)) return null;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("* { content-visibility: visible !important }");
    document.adoptedStyleSheets.push(sheet);
    return sheet;
  });
  return () =>
    styles.evaluate((sheet) => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    });
}

async function checkView(page: Page, view: View, except: string | undefined): Promise<void> {
  const { viewport, colorScheme, rules, widths } = view;
  // Another test may have checked the same content on its own screen.
  const checks = JSON.stringify({ view, except });
  const remembered = rememberedState(page, await page.evaluate(hashSettledPage), checks);
  if (remembered.isChecked) return;
  const violations = await axeViolations(page, { ...rules, values: [...rules.values] }, checks, except);
  const problems = violations.map((violation) => `axe: ${violation}`);
  for (const width of widths) {
    await setViewport(page, { width, height: viewport.height });
    const { tooWide, tooSmall } = await page.evaluate(findLayoutProblems, width);
    problems.push(...tooWide.map((element) => `too wide at ${width} pixels: ${element}`));
    problems.push(...tooSmall.map((target) => `target too small at ${width} pixels: ${target}`));
  }
  expect.soft(problems, `at ${viewport.width} pixels, ${colorScheme}`).toEqual([]);
  remembered.setChecked();
}

interface RememberedState {
  readonly isChecked: boolean;
  /** Remembers the state unless a check of this test has failed: the second try of a test checks it again. */
  setChecked(): void;
}

/** `content` has no ids that differ between tests. All workers share the folder. */
function rememberedState(page: Page, content: string, checks: string): RememberedState {
  const { width } = page.viewportSize() ?? {};
  const hash = createHash("sha256").update(`${checks} ${width} ${content}`).digest("hex");
  const file = path.join(currentRun().checkedPagesFolder, hash);
  return {
    isChecked: existsSync(file),
    setChecked() {
      if (test.info().errors.length === 0) writeFileSync(file, "");
    },
  };
}

/**
 * A test that runs on the phone and on the desktop checks its own screen in each. A test that runs once checks both, and
 * the other colour scheme of its own.
 */
function viewsForTest(): readonly View[] {
  const [own, other] = test.info().project.name === "phone" ? [PHONE, DESKTOP] : [DESKTOP, PHONE];
  if (!runsOnce(test.info())) return [own];
  const inOtherScheme = { ...own, colorScheme: other.colorScheme, rules: COLOUR_RULES, widths: [] };
  // The page returns to its own screen anyway. Most colours of the other scheme have been measured by then.
  return [own, other, inOtherScheme];
}

async function setViewport(page: Page, size: View["viewport"]): Promise<void> {
  const { width, height } = page.viewportSize() ?? {};
  if (width !== size.width || height !== size.height) await page.setViewportSize(size);
}
