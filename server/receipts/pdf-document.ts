import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";
import { type ReceiptFont, type Run, shapeText, type Weight, widthOf } from "./fonts.ts";

/** Writes a PDF of one page. The same contents always give the same bytes. Lengths are points; y grows upwards. */

export const PAGE = { width: 595, height: 842 } as const;

export interface TextStyle {
  readonly size?: number;
  readonly weight?: Weight;
  /** The end of the text is at x. */
  readonly isRightAligned?: boolean;
  /** Red, green and blue from 0 to 1. */
  readonly colour?: readonly [number, number, number];
  /** Degrees counter-clockwise. */
  readonly angle?: number;
}

const INK = [0.1, 0.14, 0.19] as const;
const DEFAULT_SIZE = 10;

export class PdfDocument {
  readonly #title: string;
  readonly #content: string[] = [];
  /** The fonts in use, with the text of each glyph that stands for whole characters. */
  readonly #fonts = new Map<
    ReceiptFont,
    { key: string; glyphs: Map<number, string>; widths: Map<number, number> }
  >();

  constructor(title: string) {
    this.#title = title;
  }

  text(x: number, y: number, text: string, style: TextStyle = {}): void {
    const { size = DEFAULT_SIZE, weight = "regular", isRightAligned, colour = INK, angle = 0 } = style;
    const runs = shapeText(text, weight);
    let at = isRightAligned ? x - (widthOf(runs) * size) / 1000 : x;
    const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
    for (const run of runs) {
      const place = [cos, sin, -sin, cos, x + (at - x) * cos, y + (at - x) * sin].map(format).join(" ");
      this.#content.push(
        // Programs copy and read out this text, because glyphs alone do not give the order of letters in a syllable.
        `/Span <</ActualText ${textString(run.text)}>> BDC`,
        `BT ${colour.map(format).join(" ")} rg /${this.#use(run)} ${format(size)} Tf ${place} Tm`,
        ...this.#glyphsOf(run, size),
        "ET EMC",
      );
      at += (run.width * size) / 1000;
    }
  }

  line(x1: number, y1: number, x2: number, y2: number): void {
    this.#content.push(`0.8 0.78 0.73 RG 0.7 w ${[x1, y1].map(format).join(" ")} m`);
    this.#content.push(`${[x2, y2].map(format).join(" ")} l S`);
  }

  #use({ font, text, glyphs }: Run): string {
    const used = this.#fonts.get(font) ?? {
      key: `F${this.#fonts.size}`,
      glyphs: new Map<number, string>(),
      widths: new Map<number, number>(),
    };
    this.#fonts.set(font, used);
    for (const [index, { id, cluster, width }] of glyphs.entries()) {
      used.widths.set(id, width);
      const isWhole = glyphs[index - 1]?.cluster !== cluster && glyphs[index + 1]?.cluster !== cluster;
      const end = Math.min(text.length, ...glyphs.map((other) => other.cluster).filter((at) => at > cluster));
      if (isWhole && !used.glyphs.has(id)) used.glyphs.set(id, text.slice(cluster, end));
    }
    return used.key;
  }

  /** Each glyph moves from its own width to its shaped place; marks above and below are raised or lowered. */
  *#glyphsOf({ glyphs }: Run, size: number): Generator<string> {
    let row = "";
    let rise = 0;
    for (const { id, width, advance, x, y } of glyphs) {
      if (y !== rise) {
        if (row) yield `[${row}] TJ`;
        yield `${format((y * size) / 1000)} Ts`;
        row = "";
        rise = y;
      }
      row += `${x === 0 ? "" : format(-x)}<${hex(id)}>`;
      const correction = width - advance + x;
      if (correction !== 0) row += format(correction);
    }
    if (row) yield `[${row}] TJ`;
    if (rise !== 0) yield "0 Ts";
  }

  /** Returns the file. */
  bytes(): Buffer {
    const objects = new PdfObjects();
    const pages = objects.reserve();
    const fonts = [...this.#fonts].map(([font, used]) => `/${used.key} ${addFont(objects, font, used)} 0 R`);
    const content = objects.addStream("", Buffer.from(this.#content.join("\n"), "latin1"));
    const page = objects.add(
      `<</Type/Page/Parent ${pages} 0 R/MediaBox[0 0 ${PAGE.width} ${PAGE.height}]/Contents ${content} 0 R` +
        `/Resources<</Font<<${fonts.join("")}>>>>>>`,
    );
    objects.set(pages, `<</Type/Pages/Kids[${page} 0 R]/Count 1>>`);
    const catalog = objects.add(
      `<</Type/Catalog/Pages ${pages} 0 R/Lang(en-IN)/ViewerPreferences<</DisplayDocTitle true>>>>`,
    );
    const info = objects.add(`<</Title ${textString(this.#title)}/Producer(Maarga)>>`);
    return objects.bytes(catalog, info);
  }
}

function addFont(
  objects: PdfObjects,
  { name, packed, bytes, ascent, descent }: ReceiptFont,
  { glyphs, widths }: { glyphs: ReadonlyMap<number, string>; widths: ReadonlyMap<number, number> },
): number {
  const fontName = `/Maarga-${name}`;
  const file = objects.addPacked(`/Length1 ${bytes}`, packed);
  const descriptor = objects.add(
    `<</Type/FontDescriptor/FontName${fontName}/Flags 4/FontBBox[-1000 ${descent} 2000 ${ascent}]/ItalicAngle 0` +
      `/Ascent ${ascent}/Descent ${descent}/CapHeight 714/StemV 80/FontFile2 ${file} 0 R>>`,
  );
  const listed = [...widths].sort(([a], [b]) => a - b).map(([id, width]) => `${id}[${width}]`);
  const descendant = objects.add(
    `<</Type/Font/Subtype/CIDFontType2/BaseFont${fontName}/CIDToGIDMap/Identity/DW 0/W[${listed.join(" ")}]` +
      `/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor ${descriptor} 0 R>>`,
  );
  const toUnicode = objects.addStream("", Buffer.from(characterMap(glyphs), "latin1"));
  return objects.add(
    `<</Type/Font/Subtype/Type0/BaseFont${fontName}/Encoding/Identity-H/DescendantFonts[${descendant} 0 R]` +
      `/ToUnicode ${toUnicode} 0 R>>`,
  );
}

function characterMap(glyphs: ReadonlyMap<number, string>): string {
  const entries = [...glyphs].map(([id, text]) => `<${hex(id)}> <${utf16(text)}>`);
  const blocks: string[] = [];
  // A block has at most a hundred entries.
  for (let at = 0; at < entries.length; at += 100) {
    const block = entries.slice(at, at + 100);
    blocks.push(`${block.length} beginbfchar\n${block.join("\n")}\nendbfchar`);
  }
  return [
    "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
    "/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def",
    "/CMapName /Adobe-Identity-UCS def /CMapType 2 def",
    "1 begincodespacerange <0000> <ffff> endcodespacerange",
    ...blocks,
    "endcmap CMapName currentdict /CMap defineresource pop end end",
  ].join("\n");
}

/** The numbered objects of a file, and the table of their places. */
class PdfObjects {
  readonly #objects: Buffer[] = [];

  reserve(): number {
    return this.#objects.push(Buffer.alloc(0));
  }

  set(number: number, text: string): void {
    this.#objects[number - 1] = Buffer.from(text, "latin1");
  }

  add(text: string): number {
    return this.#objects.push(Buffer.from(text, "latin1"));
  }

  addStream(fields: string, contents: Buffer): number {
    return this.addPacked(fields, deflateSync(contents));
  }

  addPacked(fields: string, packed: Buffer): number {
    const head = `<<${fields}/Filter/FlateDecode/Length ${packed.length}>>\nstream\n`;
    return this.#objects.push(Buffer.concat([Buffer.from(head), packed, Buffer.from("\nendstream")]));
  }

  bytes(catalog: number, info: number): Buffer {
    // The second line tells programs that the file is binary.
    const parts = [Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "latin1")];
    let offset = parts[0]?.length ?? 0;
    const places = this.#objects.map((object, index) => {
      const place = offset;
      const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from("\nendobj\n")]);
      parts.push(part);
      offset += part.length;
      return `${String(place).padStart(10, "0")} 00000 n \n`;
    });
    const id = createHash("sha256").update(Buffer.concat(parts)).digest("hex").slice(0, 32);
    const trailer =
      `xref\n0 ${places.length + 1}\n0000000000 65535 f \n${places.join("")}` +
      `trailer\n<</Size ${places.length + 1}/Root ${catalog} 0 R/Info ${info} 0 R/ID[<${id}><${id}>]>>\n` +
      `startxref\n${offset}\n%%EOF\n`;
    return Buffer.concat([...parts, Buffer.from(trailer)]);
  }
}

/** Numbers in a PDF have no exponents. */
function format(number: number): string {
  return String(Math.round(number * 1000) / 1000);
}

function hex(glyph: number): string {
  return glyph.toString(16).padStart(4, "0");
}

function utf16(text: string): string {
  return Buffer.from(text, "utf16le").swap16().toString("hex");
}

function textString(text: string): string {
  return `<feff${utf16(text)}>`;
}
