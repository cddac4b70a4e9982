import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { currentRun } from "./servers.ts";

/** Smaller blocks are checked with the block around them: to leave them out takes longer than to check them. */
const MIN_ELEMENTS = 8;

interface Block {
  readonly key: string;
  readonly isInside: number | undefined;
}

/** The blocks of a page in its current state. The page itself keeps their elements, in the same order. */
export interface Blocks {
  /** The numbers of the outermost blocks that passed before in this run. */
  readonly checked: readonly number[];
  /** The colours whose contrast was found sufficient before, of texts and of links in texts. */
  readonly checkedColours: readonly string[];
  readonly isAxeLoaded: boolean;
  readonly isOnline: boolean;
  /** Remembers all blocks, and the colours that were measured. */
  setChecked(measuredColours: readonly string[]): void;
}

/** The page's own list of the elements of its blocks, and of the colours of all elements. */
export interface WithBlocks {
  blocks: Element[];
  colours: Map<Element, string>;
}

/** Holds the keys of elements by their place and their colours: too many for a file each. All workers add to it. */
const coloursFile = () => path.join(currentRun().checkedPagesFolder, "colours");

function readCheckedColours(): Set<string> {
  return new Set(existsSync(coloursFile()) ? readFileSync(coloursFile(), "utf8").split("\n") : []);
}

/**
 * Finds the blocks of a page that were checked before, on this page or another: with the same content, and with the same
 * attributes of the elements around them and the same style sheets.
 */
export async function findBlocks(page: Page, checks: string): Promise<Blocks> {
  const { blocks, colours, isAxeLoaded, isOnline } = await page.evaluate(listBlocks, {
    checks,
    minElements: MIN_ELEMENTS,
  });
  const files = blocks.map(({ key }) => path.join(currentRun().checkedPagesFolder, `block-${key}`));
  const isKnown = files.map((file) => existsSync(file));
  const isWithin = (index: number | undefined): boolean =>
    index !== undefined && (isKnown[index] === true || isWithin(blocks[index]?.isInside));
  const checkedColours = readCheckedColours();
  return {
    checked: blocks.flatMap(({ isInside }, index) => (isKnown[index] && !isWithin(isInside) ? [index] : [])),
    checkedColours: colours.flatMap((key) => [key, `link ${key}`]).filter((key) => checkedColours.has(key)),
    isAxeLoaded,
    isOnline,
    setChecked(measuredColours) {
      for (const [index, file] of files.entries()) if (!isKnown[index]) writeFileSync(file, "");
      appendFileSync(coloursFile(), measuredColours.map((key) => `${key}\n`).join(""));
    },
  };
}

interface Listed {
  readonly blocks: Block[];
  readonly colours: string[];
  readonly isAxeLoaded: boolean;
  readonly isOnline: boolean;
}

/** Runs in the page. */
function listBlocks({ checks, minElements }: { checks: string; minElements: number }): Listed {
  /** Two different numbers of 32 bits each. */
  const hash = (text: string) => {
    let [one, other] = [0xdeadbeef, 0x41c6ce57];
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      one = Math.imul(one ^ code, 2654435761);
      other = Math.imul(other ^ code, 1597334677);
      one ^= one >>> 15;
      other ^= other >>> 13;
    }
    return `${(one >>> 0).toString(16)}-${(other >>> 0).toString(16)}`;
  };
  /** The rules of blocks depend on no number, day or month. They and ids differ between tests. */
  const normalize = (text: string) =>
    text
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "uuid")
      .replace(/-[0-9a-f]{10}@/g, "@")
      .replace(/_r_\w+_/g, "id")
      .replace(/\b(Mon|Tues?|Wed(nes)?|Thu(rs)?|Fri|Sat(ur)?|Sun)(day)?\b/g, "day")
      .replace(
        /\b(Jan(uary)?|Feb(ruary)?|Mar(ch)?|Apr(il)?|May|June?|July?|Aug(ust)?|Sept?(ember)?|Oct(ober)?|Nov(ember)?|Dec(ember)?)\b/g,
        "month",
      )
      .replace(/\d+/g, "0");
  const tagOf = ({ localName, attributes }: Element) => {
    const values = [...attributes].map(({ name, value }) =>
      name === "class" || name === "style" ? `${name}=${value}` : `${name}=${normalize(value)}`,
    );
    return `<${localName} ${values.join(" ")}>`;
  };
  /** The contrast of an element depends on these styles of its own and of the elements around it, on every screen. */
  const coloursOf = (element: Element) => {
    const style = getComputedStyle(element);
    const { color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight, textShadow } = style;
    const values = [color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight, textShadow];
    // A link in a text is recognized by its line, or by its contrast with the text.
    values.push(style.textDecorationLine);
    return `<${element.localName} ${element.getAttribute("class")} ${values.join(" ")}>`;
  };
  const blocks: Block[] = [];
  const elements: Element[] = [];
  const colours = new Map<Element, string>();
  const visit = (element: Element, above: string, isInside: number | undefined) => {
    const tag = tagOf(element);
    const coloursAround = (element.parentElement && colours.get(element.parentElement)) ?? "";
    colours.set(element, hash(coloursAround + coloursOf(element)));
    const isBlock = element.getElementsByTagName("*").length >= minElements;
    const own = isBlock ? elements.push(element) - 1 : isInside;
    if (isBlock) blocks.push({ key: "", isInside });
    const around = hash(above + tag);
    let content = tag;
    for (const node of element.childNodes) {
      if (node instanceof Element) content += visit(node, around, own);
      else if (node instanceof Text) content += normalize(node.data);
    }
    const found = hash(content);
    if (isBlock && own !== undefined) blocks[own] = { key: hash(above + found), isInside };
    return `<${found}>`;
  };
  const sheets = [...document.styleSheets].map(({ href, cssRules }) => href ?? cssRules.length).join(" ");
  const root = hash(`${checks} ${document.documentElement.className} ${sheets}`);
  visit(document.body, root, undefined);
  Object.assign(window, { blocks: elements, colours } satisfies WithBlocks);
  return {
    blocks,
    colours: [...new Set(colours.values())],
    isAxeLoaded: "axe" in window,
    isOnline: navigator.onLine,
  };
}
