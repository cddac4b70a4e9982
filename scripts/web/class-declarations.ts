import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { __unstable__loadDesignSystem as loadDesignSystem } from "tailwindcss";

/** A property that a class sets. */
export interface Declaration {
  readonly property: string;
  readonly value: string;
  /** The variants in front of the class, such as `sm:hover:`. */
  readonly variants: string;
}

/** Reads from Tailwind which properties each class of a style sheet sets. */
export async function loadDeclarations(styleSheet: string): Promise<(name: string) => Declaration[]> {
  const { resolve } = createRequire(import.meta.url);
  const design = await loadDesignSystem(readFileSync(styleSheet, "utf8"), {
    base: path.dirname(styleSheet),
    loadStylesheet: async (id, base) => {
      const file = id === "tailwindcss" ? resolve("tailwindcss/index.css") : path.resolve(base, id);
      return { path: file, base: path.dirname(file), content: readFileSync(file, "utf8") };
    },
  });
  const known = new Map<string, Declaration[]>();
  return (name) => {
    const declarations = known.get(name) ?? parse(name, design.candidatesToCss([name])[0] ?? "");
    known.set(name, declarations);
    return declarations;
  };
}

function parse(name: string, css: string): Declaration[] {
  const variants = /^(?:(?:\[[^\]]*\]|[^:[])*:)*/.exec(name)?.[0] ?? "";
  const [rule = ""] = css.split("@property");
  // Classes such as `divide-y` set properties of the children.
  if (rule.includes("> :not(")) return [];
  return [...rule.matchAll(/([\w-]+):\s*([^{};]+);/g)].flatMap(([, property = "", value = ""]) =>
    // Classes also share values through variables: `text-sm leading-tight` sets one line height.
    property.startsWith("--") || value.startsWith("var(--tw-")
      ? []
      : longhandsOf(property).map((longhand) => ({ property: longhand, value, variants })),
  );
}

const AXES: Record<string, string[]> = {
  "": ["top", "right", "bottom", "left"],
  "-inline": ["left", "right"],
  "-block": ["top", "bottom"],
  "-inline-start": ["left"],
  "-inline-end": ["right"],
  "-block-start": ["top"],
  "-block-end": ["bottom"],
};

/** Names the properties that a shorthand sets, in a text from left to right. */
function longhandsOf(property: string): string[] {
  const box =
    /^(padding|margin|inset|scroll-margin|scroll-padding)(-(?:inline|block)(?:-(?:start|end))?)?$/.exec(
      property,
    );
  const sides = AXES[box?.[2] ?? ""] ?? [];
  if (box) return sides.map((side) => (box[1] === "inset" ? side : `${box[1]}-${side}`));
  const border = /^border(-(?:inline|block)(?:-(?:start|end))?)?(-(?:width|color|style))$/.exec(property);
  if (border) return (AXES[border[1] ?? ""] ?? []).map((side) => `border-${side}${border[2]}`);
  return OTHER_SHORTHANDS[property] ?? [property];
}

const OTHER_SHORTHANDS: Record<string, string[]> = {
  "border-radius": ["top-left", "top-right", "bottom-left", "bottom-right"].map(
    (it) => `border-${it}-radius`,
  ),
  gap: ["row-gap", "column-gap"],
  overflow: ["overflow-x", "overflow-y"],
  "overscroll-behavior": ["overscroll-behavior-x", "overscroll-behavior-y"],
  flex: ["flex-grow", "flex-shrink", "flex-basis"],
  "place-items": ["align-items", "justify-items"],
  "place-content": ["align-content", "justify-content"],
  "place-self": ["align-self", "justify-self"],
  "grid-column": ["grid-column-start", "grid-column-end"],
  "grid-row": ["grid-row-start", "grid-row-end"],
  "grid-area": ["grid-row-start", "grid-row-end", "grid-column-start", "grid-column-end"],
};
