import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { CDPSession, Page } from "@playwright/test";
import type { RunOptions } from "axe-core";
import { findBlocks } from "./checked-blocks.ts";
import { insufficientContrast } from "./contrast.ts";
import { makeAxeQuicker, type WithAxe } from "./quicker-axe.ts";

// A text with one character beyond Latin-1 takes twice the memory, and DevTools a third more time to send it.
const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8").replace(
  /[^\0-\x7f]/g,
  (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
);

const quicker = {
  /**
   * The rules that look at elements one by one, and take most of the time of a check: they leave out blocks that passed
   * before in this run. All other rules always see the whole page.
   */
  rulesOfBlocks: [
    "aria-allowed-attr",
    "aria-conditional-attr",
    "aria-prohibited-attr",
    "aria-valid-attr",
    "autocomplete-valid",
    "color-contrast",
    "link-in-text-block",
    "list",
    "listitem",
    "nested-interactive",
    "scrollable-region-focusable",
  ],
  /** `insufficientContrast` decides about contrast. No id that a label or an aria attribute refers to may occur twice. */
  reportedIfUnsure: ["color-contrast", "duplicate-id-aria"],
};

/**
 * Lists the violations of the page in its current state, one entry per rule and element. Measures the contrast
 * where axe cannot decide. `view` names what the result depends on besides the page.
 */
export async function axeViolations(
  page: Page,
  runOnly: NonNullable<RunOptions["runOnly"]>,
  view: string,
  except?: string,
): Promise<string[]> {
  const blocks = await findBlocks(page, view);
  if (!blocks.isAxeLoaded) await loadAxe(page, blocks.isOnline);
  const { failed, undecided, measuredColours } = await page.evaluate(runAxe, {
    runOnly,
    checked: blocks.checked,
    checkedColours: blocks.checkedColours,
    except,
  });
  const violations = [...failed, ...(await insufficientContrast(page, undecided))];
  if (violations.length === 0) blocks.setChecked(measuredColours);
  return violations;
}

const sessions = new WeakMap<Page, CDPSession>();

/** A session that ends takes the virtual authenticators of its page with it, so a test that adds one gives its own session. */
export function loadAxeThrough(session: CDPSession, page: Page): void {
  sessions.set(page, session);
}

/** A document needs it once, not for each check. page.evaluate would write and read its half megabyte twice. */
async function loadAxe(page: Page, isOnline: boolean): Promise<void> {
  const expression = `${source}; (${makeAxeQuicker})(${JSON.stringify(quicker)})`;
  // A page keeps the network that it had when a session began, until the browser has ended that session.
  if (!isOnline) return page.evaluate(expression);
  const given = sessions.get(page);
  const devTools = given ?? (await page.context().newCDPSession(page));
  const { exceptionDetails } = await devTools.send("Runtime.evaluate", { expression });
  if (!given) await devTools.detach();
  if (exceptionDetails) throw new Error(`axe could not be loaded: ${exceptionDetails.text}`);
}

interface Run {
  readonly runOnly: NonNullable<RunOptions["runOnly"]>;
  readonly checked: readonly number[];
  readonly checkedColours: readonly string[];
  readonly except: string | undefined;
}

interface Found {
  readonly failed: readonly string[];
  /** Selects the elements whose contrast axe cannot measure. */
  readonly undecided: readonly string[];
  readonly measuredColours: readonly string[];
}

/** Runs in the page. */
async function runAxe({ runOnly, checked, checkedColours, except }: Run): Promise<Found> {
  const page = window as unknown as WithAxe;
  const inBlocks = checked.flatMap((index) => page.blocks[index] ?? []);
  page.leftOut = new Set(inBlocks.flatMap((block) => [block, ...block.getElementsByTagName("*")]));
  page.checkedColours = new Set(checkedColours);
  page.measuredColours = new Set();
  page.focusable = undefined;
  const hasOnlyRulesOfColours = typeof runOnly === "object" && "type" in runOnly && runOnly.type === "rule";
  if (hasOnlyRulesOfColours && ![...page.colours.keys()].some(hasNewColours))
    return { failed: [], undecided: [], measuredColours: [] };
  const { violations, incomplete } = await page.axe.run(
    // axe would wait forever for a frame without scripts. The menu of a phone is checked when it is open.
    { exclude: ["iframe[sandbox]", "dialog[inert]", ...(except ? [except] : [])] },
    // Collecting the passed rules takes longer than the check itself.
    { resultTypes: ["violations", "incomplete"], iframes: false, runOnly, reporter: "failures" },
  );
  const isContrast = ({ id }: { id: string }) => id === "color-contrast";
  return {
    failed: [...violations, ...incomplete.filter((result) => !isContrast(result))].flatMap(
      ({ id, help, nodes }) =>
        nodes.map((node) => `${id}: ${help}\n  ${node.target.join(" ")}\n  ${node.failureSummary ?? ""}`),
    ),
    undecided: incomplete
      .filter(isContrast)
      .flatMap(({ nodes }) => nodes.map((node) => node.target.join(" "))),
    measuredColours: [...page.measuredColours],
  };

  /** True for a visible text or link whose place and colours have not passed, and that is in no block that has. */
  function hasNewColours(element: Element): boolean {
    const colours = page.colours.get(element) ?? "";
    const isNewText = !page.checkedColours.has(colours) && hasText(element);
    const isNewLink = !page.checkedColours.has(`link ${colours}`) && isInText(element);
    if (page.leftOut.has(element) || !(isNewText || isNewLink)) return false;
    const { width, height } = element.getBoundingClientRect();
    // Text for screen readers only is one pixel large. The rules do not look at what is disabled.
    const isDisabled = element.closest(":disabled, [aria-disabled=true], [inert]") !== null;
    return width > 1 && height > 1 && !isDisabled && element.checkVisibility({ visibilityProperty: true });
  }

  function hasText(element: Element): boolean {
    if (element.matches("input, select, textarea")) return true;
    return [...element.childNodes].some((node) => node instanceof Text && /[^\s\p{P}]/u.test(node.data));
  }

  function isInText(element: Element): boolean {
    const isInline = (other: Element) => getComputedStyle(other).display.startsWith("inline");
    if (!element.matches("a[href], [role=link]") || !isInline(element)) return false;
    let block = element.parentElement;
    while (block && isInline(block)) block = block.parentElement;
    return block?.textContent?.trim() !== element.textContent?.trim();
  }
}
