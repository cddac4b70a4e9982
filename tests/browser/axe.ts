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
  // Half a megabyte, which a page needs once, not for each check.
  if (!(await page.evaluate(() => "axe" in window))) {
    await page.evaluate(source);
    await page.evaluate(rememberColours);
  }
  const blocks = await findBlocks(page, view);
  const { failed, undecided } = await page.evaluate(runAxe, {
    runOnly,
    rulesOfBlocks: RULES_OF_BLOCKS,
    checked: blocks.checked,
    except,
  });
  const violations = [...failed, ...(await insufficientContrast(page, undecided))];
  if (violations.length === 0) blocks.setChecked();
  return violations;
}

interface Run {
  readonly runOnly: NonNullable<RunOptions["runOnly"]>;
  readonly rulesOfBlocks: readonly string[];
  readonly checked: readonly number[];
  readonly except: string | undefined;
}

/** Runs in the page. */
async function runAxe({ runOnly, rulesOfBlocks, checked, except }: Run) {
  const { axe, blocks } = window as unknown as { axe: typeof Axe } & WithBlocks;
  // axe would wait forever for a frame without scripts.
  const left: (string | Element)[] = ["iframe[sandbox]", ...(except ? [except] : [])];
  const run = (options: RunOptions, exclude: (string | Element)[]) =>
    axe.run(
      { exclude: exclude as string[] },
      // Collecting the passed rules takes longer than the check itself.
      { resultTypes: ["violations", "incomplete"], iframes: false, ...options },
    );
  const isForBlocks = typeof runOnly === "object" && "type" in runOnly && runOnly.type === "rule";
  const leftWithBlocks = [...left, ...checked.flatMap((index) => blocks[index] ?? [])];
  const results = [];
  if (isForBlocks) results.push(await run({ runOnly }, leftWithBlocks));
  else if (checked.length === 0) results.push(await run({ runOnly }, left));
  else {
    const off = Object.fromEntries(rulesOfBlocks.map((rule) => [rule, { enabled: false }]));
    results.push(await run({ runOnly, rules: off }, left));
    const inBlocks = { type: "rule" as const, values: [...rulesOfBlocks] };
    results.push(await run({ runOnly: inBlocks }, leftWithBlocks));
  }
  return {
    failed: results.flatMap(({ violations }) =>
      violations.flatMap(({ id, help, nodes }) =>
        nodes.map((node) => `${id}: ${help}\n  ${node.target.join(" ")}\n  ${node.failureSummary ?? ""}`),
      ),
    ),
    undecided: results.flatMap(({ incomplete }) =>
      incomplete
        .filter(({ id }) => id === "color-contrast")
        .flatMap(({ nodes }) => nodes.map((node) => node.target.join(" "))),
    ),
  };
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
