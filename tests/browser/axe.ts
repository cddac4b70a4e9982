import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type { default as Axe, RunOptions } from "axe-core";
import { findBlocks, type WithBlocks } from "./checked-blocks.ts";
import { insufficientContrast } from "./contrast.ts";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * The rules that look at elements one by one, and take most of the time of a check: they leave out blocks that passed
 * before in this run. All other rules always see the whole page.
 */
const RULES_OF_BLOCKS = [
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
];

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
  // Half a megabyte, which a page needs once, not for each check.
  if (!blocks.isAxeLoaded)
    await page.evaluate(
      `${source}; (${leaveOutChecked})(${JSON.stringify(RULES_OF_BLOCKS)}); (${rememberColours})()`,
    );
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

interface Run {
  readonly runOnly: NonNullable<RunOptions["runOnly"]>;
  readonly checked: readonly number[];
  readonly checkedColours: readonly string[];
  readonly except: string | undefined;
}

/** The page's axe, and what its rules leave out and have measured in the current run. */
interface WithAxe extends WithBlocks {
  readonly axe: typeof Axe;
  leftOut: Set<Element>;
  checkedColours: Set<string>;
  measuredColours: Set<string>;
}

/** Runs in the page. */
async function runAxe({ runOnly, checked, checkedColours, except }: Run) {
  const page = window as unknown as WithAxe;
  const inBlocks = checked.flatMap((index) => page.blocks[index] ?? []);
  page.leftOut = new Set(inBlocks.flatMap((block) => [block, ...block.getElementsByTagName("*")]));
  page.checkedColours = new Set(checkedColours);
  page.measuredColours = new Set();
  const { violations, incomplete } = await page.axe.run(
    // axe would wait forever for a frame without scripts.
    { exclude: ["iframe[sandbox]", ...(except ? [except] : [])] },
    // Collecting the passed rules takes longer than the check itself.
    { resultTypes: ["violations", "incomplete"], iframes: false, runOnly },
  );
  return {
    failed: violations.flatMap(({ id, help, nodes }) =>
      nodes.map((node) => `${id}: ${help}\n  ${node.target.join(" ")}\n  ${node.failureSummary ?? ""}`),
    ),
    undecided: incomplete
      .filter(({ id }) => id === "color-contrast")
      .flatMap(({ nodes }) => nodes.map((node) => node.target.join(" "))),
    measuredColours: [...page.measuredColours],
  };
}

/**
 * Runs in the page. Makes the rules of blocks leave out the blocks that passed, and the rule of contrast the elements
 * whose place and colours passed.
 */
function leaveOutChecked(rulesOfBlocks: readonly string[]) {
  type Matches = (this: unknown, element: Element, ...rest: unknown[]) => boolean;
  const page = window as unknown as WithAxe;
  const { axe } = window as unknown as { axe: { _audit: { rules: { id: string; matches: Matches }[] } } };
  for (const rule of axe._audit.rules) {
    if (!rulesOfBlocks.includes(rule.id)) continue;
    const { matches } = rule;
    const isContrast = rule.id === "color-contrast";
    rule.matches = (element, ...rest) => {
      if (page.leftOut.has(element)) return false;
      const colours = isContrast ? page.colours.get(element) : undefined;
      if (colours !== undefined && page.checkedColours.has(colours)) return false;
      const isMatch = matches.call(rule, element, ...rest);
      if (isMatch && colours !== undefined) page.measuredColours.add(colours);
      return isMatch;
    };
  }
}

/** Runs in the page. A page has a dozen colours, and axe would parse one of them for each element and its ancestors. */
function rememberColours() {
  interface Colour {
    r: number;
    g: number;
    b: number;
    alpha: number;
    parseString(text: string): Colour;
  }
  const { axe } = window as unknown as { axe: { commons: { color: { Color: { prototype: Colour } } } } };
  const { prototype } = axe.commons.color.Color;
  const { parseString } = prototype;
  const known = new Map<string, Pick<Colour, "r" | "g" | "b" | "alpha">>();
  prototype.parseString = function (this: Colour, text: string): Colour {
    const found = known.get(text);
    if (found) return Object.assign(this, found);
    parseString.call(this, text);
    const { r, g, b, alpha } = this;
    known.set(text, { r, g, b, alpha });
    return this;
  };
}
