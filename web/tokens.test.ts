import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

const css = readFileSync(path.join(import.meta.dirname, "tokens.css"), "utf8");
const light = tokensAfter(":root {");
const darkBySystem = tokensAfter(':root:not([data-theme="light"]) {');
const darkByChoice = tokensAfter(':root[data-theme="dark"] {');

const SURFACES = ["paper", "card", "wash"];
const WASHES = ["press-wash", "marigold-wash", "danger-wash"];

/** Text needs a contrast of 4.5:1. */
const TEXT: [string, string[]][] = [
  ["ink", [...SURFACES, ...WASHES]],
  ["muted", [...SURFACES, "press-wash"]],
  ["press", [...SURFACES, "press-wash"]],
  ["danger", [...SURFACES, "danger-wash"]],
  ["marigold-ink", [...SURFACES, "marigold-wash"]],
  ["on-press", ["press", "press-hover"]],
  ["on-danger", ["danger", "danger-hover"]],
  // Marigold is a background only. As a line or an icon it is too pale in the light theme; use marigold-ink.
  ["on-marigold", ["marigold"]],
  ["paper", ["ink"]],
];

/** Borders, icons and focus rings need a contrast of 3:1. */
const SHAPES: [string, string[]][] = [
  ["edge", SURFACES],
  ["focus", [...SURFACES, ...WASHES]],
  ["on-press", ["press"]],
];

describe.each([
  ["light", light],
  ["dark", darkBySystem],
])("%s", (_theme, tokens) => {
  const pairsOf = (table: [string, string[]][]) =>
    table.flatMap(([front, backs]) => backs.map((back): [string, string] => [front, back]));

  test.each(pairsOf(TEXT))("text in %s is readable on %s", (front, back) => {
    expect(contrast(tokens, front, back)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(pairsOf(SHAPES))("a shape in %s is visible on %s", (front, back) => {
    expect(contrast(tokens, front, back)).toBeGreaterThanOrEqual(3);
  });
});

test("the dark theme is the same by system setting and by choice", () => {
  expect(darkByChoice).toEqual(darkBySystem);
});

test("each token except the logo's is in both themes and is a Tailwind colour", () => {
  const names = [...light.keys()].filter((name) => name !== "brand");
  expect([...darkBySystem.keys()]).toEqual(names);
  for (const name of names) expect(css).toContain(`--color-${name}: var(--${name});`);
});

test("black on white is 21:1", () => {
  const tokens = new Map([
    ["black", "#000000"],
    ["white", "#ffffff"],
  ]);
  expect(contrast(tokens, "black", "white")).toBeCloseTo(21, 5);
});

function tokensAfter(selector: string): Map<string, string> {
  const start = css.indexOf(`${selector}\n`);
  const block = css.slice(start, css.indexOf("}", start));
  const found = [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)];
  return new Map(found.map(([, name = "", value = ""]) => [name, value]));
}

/** The contrast ratio as WCAG 2.2 defines it. */
function contrast(tokens: Map<string, string>, front: string, back: string): number {
  const [darker = 0, lighter = 0] = [luminance(tokens, front), luminance(tokens, back)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(tokens: Map<string, string>, name: string): number {
  const colour = tokens.get(name);
  if (!colour) throw new Error(`no token ${name}`);
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
