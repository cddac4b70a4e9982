import type { default as Axe, RawResult } from "axe-core";
import type { WithBlocks } from "./checked-blocks.ts";

/** axe, what its rules leave out, and what they have measured in the current run. */
export interface WithAxe extends WithBlocks {
  readonly axe: typeof Axe & { readonly _audit: { readonly rules: readonly Rule[] } };
  leftOut: Set<Element>;
  checkedColours: Set<string>;
  measuredColours: Set<string>;
  /** The boxes of all elements that can have the focus. */
  focusable: Map<Element, DOMRect> | undefined;
}

interface Rule {
  readonly id: string;
  matches(this: unknown, element: Element, ...rest: unknown[]): boolean;
}

interface Quicker {
  /** Rules that leave out blocks that passed before. */
  readonly rulesOfBlocks: readonly string[];
  /** Rules whose elements are of interest also if axe is not sure. */
  readonly reportedIfUnsure: readonly string[];
}

/** Runs in the page, once. Makes axe leave out what cannot fail, or has passed before in this run. */
export function makeAxeQuicker({ rulesOfBlocks, reportedIfUnsure }: Quicker): void {
  const page = window as unknown as WithAxe;
  const { axe } = page;
  for (const rule of axe._audit.rules) {
    if (rulesOfBlocks.includes(rule.id)) matchOnlyIf(rule, (element) => !page.leftOut.has(element));
    if (rule.id === "color-contrast") {
      leaveOutColours(rule, "");
      // For an element without a text of its own, axe puts together the text of everything in it before it decides.
      matchOnlyIf(rule, hasOwnText);
    }
    if (rule.id === "link-in-text-block") leaveOutColours(rule, "link ");
    if (rule.id === "target-size") matchOnlyIf(rule, (element) => !isLargeEnough(element));
  }
  rememberColours();
  reportOnlyFailures();

  function matchOnlyIf(rule: Rule, condition: (element: Element) => boolean): void {
    const { matches } = rule;
    rule.matches = (element, ...rest) => condition(element) && matches.call(rule, element, ...rest);
  }

  /** Leaves out the elements whose place and colours passed. */
  function leaveOutColours(rule: Rule, prefix: "" | "link "): void {
    const { matches } = rule;
    rule.matches = (element, ...rest) => {
      const key = `${prefix}${page.colours.get(element)}`;
      if (page.checkedColours.has(key)) return false;
      const isMatch = matches.call(rule, element, ...rest);
      if (isMatch) page.measuredColours.add(key);
      return isMatch;
    };
  }

  function hasOwnText(element: Element): boolean {
    if (element.matches("input, select, textarea")) return true;
    return [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== "");
  }

  /**
   * True for a target that overlaps nothing else that can have the focus, and for one that is only for screen readers, as the
   * skip link of each page. axe passes both, but sorts all elements of the page by what covers what to find that.
   */
  function isLargeEnough(target: Element): boolean {
    const focusable =
      "a[href], area, button, input, select, textarea, summary, iframe, [controls], [tabindex], [contenteditable]";
    page.focusable ??= new Map(
      [...document.querySelectorAll(focusable)].map((element) => [element, element.getBoundingClientRect()]),
    );
    const box = target.getBoundingClientRect();
    if (box.width <= 1 && box.height <= 1) return true;
    if (box.width < 24 || box.height < 24) return false;
    return ![...page.focusable].some(
      ([other, { left, right, top, bottom }]) =>
        left < box.right &&
        right > box.left &&
        top < box.bottom &&
        bottom > box.top &&
        !other.contains(target),
    );
  }

  /** A page has a dozen colours, and axe would parse one of them for each element and its ancestors. */
  function rememberColours(): void {
    interface Colour {
      r: number;
      g: number;
      b: number;
      alpha: number;
      parseString(text: string): Colour;
    }
    const { prototype } = (axe as unknown as { commons: { color: { Color: { prototype: Colour } } } }).commons
      .color.Color;
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

  /** axe would copy the HTML of each element that it looks at, and name an element for each rule that passed. */
  function reportOnlyFailures(): void {
    axe.configure({ noHtml: true });
    const report = axe.getReporter<unknown>("v1");
    axe.addReporter<unknown>("failures", (results, ...rest) => {
      const reported = (results as Partial<RawResult>[]).filter(
        ({ id = "", violations = [], incomplete = [] }) =>
          violations.length > 0 || (incomplete.length > 0 && reportedIfUnsure.includes(id)),
      );
      report(reported as RawResult[], ...rest);
    });
  }
}
