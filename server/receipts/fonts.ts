import { readFileSync } from "node:fs";
import path from "node:path";
import { inflateSync } from "node:zlib";
import { Blob, Face, Font, Buffer as ShapingBuffer, shape } from "harfbuzzjs";
import { projectRoot } from "../root.ts";

/** The fonts of receipts. HarfBuzz shapes the text, because Kannada and Hindi letters join, stack and change places. */

export const FONT_FOLDER = path.join(projectRoot, "server/receipts/fonts");

export interface ReceiptFont {
  readonly name: string;
  /** The TrueType file, compressed as PDF files contain it. */
  readonly packed: Buffer;
  readonly bytes: number;
  readonly font: Font;
  readonly characters: ReadonlySet<number>;
  readonly ascent: number;
  readonly descent: number;
}

/** A glyph with its place, in thousandths of the font size, as are all measures here. */
interface Glyph {
  readonly id: number;
  /** The position in the run's text of the characters that it stands for. */
  readonly cluster: number;
  readonly advance: number;
  readonly width: number;
  readonly x: number;
  readonly y: number;
}

/** A part of a text whose letters are all in one font. */
export interface Run {
  readonly font: ReceiptFont;
  readonly text: string;
  readonly glyphs: readonly Glyph[];
  readonly width: number;
}

export type Weight = "regular" | "bold";

// Letters of other scripts have one weight: bold fonts for them would double the size of a receipt for a heading.
const NAMES: Readonly<Record<Weight, readonly string[]>> = {
  regular: ["noto-sans", "noto-sans-extended", "noto-sans-kannada", "noto-sans-devanagari"],
  bold: ["noto-sans-bold", "noto-sans-extended", "noto-sans-kannada", "noto-sans-devanagari"],
};

const loaded = new Map<string, ReceiptFont>();

function loadFont(name: string): ReceiptFont {
  const known = loaded.get(name);
  if (known) return known;
  const packed = readFileSync(path.join(FONT_FOLDER, `${name}.ttf.zlib`));
  const contents = inflateSync(packed);
  const face = new Face(new Blob(contents));
  const font = new Font(face);
  const { ascender, descender } = font.hExtents();
  const characters = new Set(face.collectUnicodes());
  const entry = {
    name,
    packed,
    bytes: contents.length,
    font,
    characters,
    ascent: ascender,
    descent: descender,
  };
  loaded.set(name, entry);
  return entry;
}

const letters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Joiners and variation selectors belong to the letter before them, whatever its font. */
const INVISIBLE = /^(?:\u200b|\u200c|\u200d|\u2060|\p{Variation_Selector})$/u;

/** Splits a text into runs by font, and shapes each. A letter that no font has becomes the empty box of the first one. */
export function shapeText(text: string, weight: Weight): Run[] {
  const fonts = NAMES[weight].map(loadFont);
  const parts: { font: ReceiptFont; text: string }[] = [];
  for (const { segment } of letters.segment(text)) {
    const characters = [...segment].filter((character) => !INVISIBLE.test(character));
    const font =
      fonts.find((candidate) =>
        characters.every((character) => candidate.characters.has(character.codePointAt(0) ?? 0)),
      ) ?? (fonts[0] as ReceiptFont);
    const last = parts.at(-1);
    if (last?.font === font) last.text += segment;
    else parts.push({ font, text: segment });
  }
  return parts.map((part) => shapeRun(part.font, part.text));
}

function shapeRun(font: ReceiptFont, text: string): Run {
  const buffer = new ShapingBuffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  shape(font.font, buffer);
  const positions = buffer.getGlyphPositions();
  const glyphs = buffer.getGlyphInfos().map(({ codepoint, cluster }, index) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
    return {
      id: codepoint,
      cluster,
      advance: xAdvance,
      width: font.font.glyphHAdvance(codepoint),
      x: xOffset,
      y: yOffset,
    };
  });
  return { font, text, glyphs, width: glyphs.reduce((sum, { advance }) => sum + advance, 0) };
}

export function widthOf(runs: readonly Run[]): number {
  return runs.reduce((sum, { width }) => sum + width, 0);
}
