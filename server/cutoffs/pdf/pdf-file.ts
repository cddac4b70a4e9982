import { inflateSync } from "node:zlib";
import { damagedPdf, ListProblem } from "../list-problem.ts";
import { type PdfDictionary, PdfName, PdfReference, PdfTokens, type PdfValue } from "./tokens.ts";

const MAX_PAGES = 1_000;
const MAX_OBJECTS = 100_000;
/** For the contents of all pages together: a list of a hundred pages has 10 MB. */
const MAX_UNPACKED_BYTES = 256 * 1024 * 1024;

export interface PdfPage {
  /** The angle by which the page is shown turned clockwise. */
  readonly rotation: number;
  /** The operators that draw it, one letter for each byte. */
  contents(): string;
}

/**
 * The pages of a PDF as the reports of KEA write them: objects one after the other, streams with Flate and ASCII85. What
 * other programs add to PDFs (encryption, object streams) is refused, because no list of KEA has it.
 */
export class PdfFile {
  readonly #text: string;
  readonly #bytes: Buffer;
  /** The position after the beginning of each object, such as "12 0 obj". */
  readonly #ends = new Map<number, number>();
  readonly #trailer: PdfDictionary;
  #left = MAX_UNPACKED_BYTES;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#text = bytes.toString("latin1");
    if (!this.#text.startsWith("%PDF-")) throw damagedPdf("it does not begin as one");
    this.#trailer = this.#findObjects();
    if (this.#trailer.has("Encrypt"))
      throw new ListProblem("This PDF is protected. Please download the one that KEA published.");
  }

  pages(): PdfPage[] {
    const root = this.#dictionary(this.#trailer.get("Root"));
    const pages: PdfPage[] = [];
    this.#addPages(this.#dictionary(root.get("Pages")), 0, pages, 0);
    if (pages.length === 0) throw damagedPdf("it has no pages");
    return pages;
  }

  /**
   * Finds the objects by their beginnings. The table at the end has their positions, but copies of lists are in
   * circulation whose line ends were changed on the way, so that no position is right.
   */
  #findObjects(): PdfDictionary {
    if (!/%%EOF\s*$/.test(this.#text.slice(-1_024))) throw damagedPdf("its end is missing");
    for (const { 0: found, 1: number, index } of this.#text.matchAll(/[\r\n](\d{1,7}) \d{1,5} obj\b/g)) {
      if (this.#ends.size >= MAX_OBJECTS) throw damagedPdf("it has too many parts");
      this.#ends.set(Number(number), index + found.length);
    }
    const at = this.#text.lastIndexOf("trailer");
    const trailer = at === -1 ? undefined : new PdfTokens(this.#text, at + "trailer".length).next();
    if (!(trailer instanceof Map))
      throw new ListProblem(
        "This PDF was not written by KEA's programs. Please choose the PDF that KEA published.",
      );
    return trailer;
  }

  /** Returns the value of an object, and the position after it. */
  #read(number: number): { value: PdfValue; end: number } {
    const at = this.#ends.get(number);
    if (at === undefined) throw damagedPdf(`its part ${number} is missing`);
    const tokens = new PdfTokens(this.#text, at);
    const value = tokens.next();
    if (value === undefined) throw damagedPdf(`its part ${number} cannot be read`);
    return { value, end: tokens.at };
  }

  #resolve(value: PdfValue | undefined): PdfValue | undefined {
    return value instanceof PdfReference ? this.#read(value.number).value : value;
  }

  #dictionary(value: PdfValue | undefined): PdfDictionary {
    const found = this.#resolve(value);
    if (!(found instanceof Map)) throw damagedPdf("a part of it is none of a PDF");
    return found;
  }

  #addPages(node: PdfDictionary, rotation: number, pages: PdfPage[], depth: number): void {
    const turned = this.#resolve(node.get("Rotate"));
    const ownRotation = typeof turned === "number" ? turned : rotation;
    const kids = this.#resolve(node.get("Kids"));
    if (!Array.isArray(kids)) {
      if (pages.length >= MAX_PAGES) throw new ListProblem(`This PDF has more than ${MAX_PAGES} pages.`);
      pages.push({ rotation: ownRotation, contents: () => this.#contents(node) });
      return;
    }
    if (depth > 10) throw damagedPdf("its pages are in a circle");
    for (const kid of kids) this.#addPages(this.#dictionary(kid), ownRotation, pages, depth + 1);
  }

  #contents(page: PdfDictionary): string {
    const given = page.get("Contents");
    const resolved = given instanceof PdfReference && this.#read(given.number).value;
    const parts = Array.isArray(resolved) ? resolved : Array.isArray(given) ? given : given ? [given] : [];
    return parts.map((part) => this.#stream(part)).join("\n");
  }

  #stream(reference: PdfValue): string {
    if (!(reference instanceof PdfReference)) throw damagedPdf("a page has no contents");
    const { value, end } = this.#read(reference.number);
    const start = /\s*stream\r?\n/y;
    start.lastIndex = end;
    if (!(value instanceof Map) || !start.test(this.#text)) throw damagedPdf("a page has no contents");
    const length = this.#resolve(value.get("Length"));
    let streamEnd = start.lastIndex + (typeof length === "number" && length >= 0 ? length : 0);
    if (!/^\s*endstream/.test(this.#text.slice(streamEnd, streamEnd + 20)))
      streamEnd = this.#text.indexOf("endstream", start.lastIndex);
    if (streamEnd === -1) throw damagedPdf("a page is cut off");
    const given = this.#resolve(value.get("Filter"));
    const filters = Array.isArray(given) ? given : given === undefined ? [] : [given];
    let bytes = this.#bytes.subarray(start.lastIndex, streamEnd);
    for (const filter of filters) bytes = this.#decode(bytes, filter instanceof PdfName ? filter.name : "");
    this.#left -= bytes.length;
    return bytes.toString("latin1");
  }

  #decode(bytes: Buffer, filter: string): Buffer {
    if (filter === "ASCII85Decode") return decodeAscii85(bytes);
    if (filter !== "FlateDecode") throw damagedPdf("a page is packed in a way that no list of KEA is");
    try {
      return inflateSync(bytes, { maxOutputLength: Math.max(this.#left, 1) });
    } catch {
      throw damagedPdf("a page cannot be unpacked");
    }
  }
}

/** Five letters, each with one of 85 values, are four bytes. */
function decodeAscii85(bytes: Buffer): Buffer {
  const text = bytes.toString("latin1").replace(/\s/g, "").replace(/~>$/, "");
  if (!/^[!-uz]*$/.test(text)) throw damagedPdf("a page has letters that do not belong there");
  const result = Buffer.alloc(Math.ceil(text.length * 4));
  let length = 0;
  let group: number[] = [];
  const write = (count: number) => {
    const value = group.reduce((sum, digit) => sum * 85 + digit, 0) >>> 0;
    result.writeUInt32BE(value, length);
    length += count;
    group = [];
  };
  for (const letter of text) {
    if (letter === "z" && group.length === 0) {
      length += 4;
      continue;
    }
    group.push(letter.charCodeAt(0) - 33);
    if (group.length === 5) write(4);
  }
  if (group.length > 1) {
    const count = group.length - 1;
    while (group.length < 5) group.push(84);
    write(count);
  }
  return result.subarray(0, length);
}
