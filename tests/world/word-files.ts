import { type CompoundPart, compoundFile } from "./compound-file.ts";
import { type ZipPart, zip } from "./zip.ts";

/** Word documents, new and old, as Word writes them, with what a test adds. */

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n';
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const DOCUMENT = "application/vnd.openxmlformats-officedocument.wordprocessingml";

export interface DocxChanges {
  /** Further elements of [Content_Types].xml, for example an Override. */
  readonly types?: string;
  readonly mainType?: string;
  /** Further elements of word/_rels/document.xml.rels. */
  readonly relations?: string;
  /** Further paragraphs. The prefix x stands for a namespace that Word does not know. */
  readonly body?: string;
  /** Further parts, or replacements of the usual ones. */
  readonly parts?: readonly ZipPart[];
}

export function relation(type: string, target: string, mode?: string): string {
  const external = mode ? ` TargetMode="${mode}"` : "";
  return `<Relationship Id="rId9" Type="${OFFICE}/${type}" Target="${target}"${external}/>`;
}

/** A character of a field, or a piece of its instruction, in a run as Word writes it. */
export const fieldCharacter = (type: "begin" | "separate" | "end") =>
  `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
export const instruction = (text: string) =>
  `<w:r><w:instrText xml:space="preserve">${text}</w:instrText></w:r>`;

export function field(contents: string): string {
  const result = `${fieldCharacter("separate")}<w:r><w:t>DDE</w:t></w:r>`;
  return `<w:p>${fieldCharacter("begin")}${contents}${result}${fieldCharacter("end")}</w:p>`;
}

export function docx({
  types = "",
  mainType = `${DOCUMENT}.document.main+xml`,
  relations = "",
  body = "",
  parts = [],
}: DocxChanges = {}): Buffer {
  const usual: ZipPart[] = [
    {
      name: "[Content_Types].xml",
      contents: `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${mainType}"/><Override PartName="/word/settings.xml" ContentType="${DOCUMENT}.settings+xml"/>${types}</Types>`,
    },
    {
      name: "_rels/.rels",
      contents: `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    },
    {
      name: "word/document.xml",
      contents: `${XML}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:x="urn:x"><w:body><w:p><w:r><w:t>Marks card ಅಂಕಪಟ್ಟಿ</w:t></w:r></w:p>${body}</w:body></w:document>`,
    },
    {
      name: "word/_rels/document.xml.rels",
      contents: `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relation("settings", "settings.xml")}${relations}</Relationships>`,
    },
    { name: "word/settings.xml", contents: `${XML}<w:settings/>` },
  ];
  const replaced = new Set(parts.map(({ name }) => name));
  return zip([...usual.filter(({ name }) => !replaced.has(name)), ...parts]);
}

export interface DocChanges {
  /** Entries beside the usual streams. */
  readonly parts?: readonly CompoundPart[];
  readonly version?: number;
  readonly flags?: number;
  readonly template?: string;
  readonly text?: string;
  /** The kind of the table of the pieces of text. */
  readonly pieces?: number;
}

const TEXT_AT = 2048;

export function doc({
  parts = [],
  version = 0xc1,
  flags = 0x200,
  template = "Normal.dot",
  text = "",
  pieces = 2,
}: DocChanges = {}): Buffer {
  const names = Buffer.concat([
    Buffer.from("ffff12000000", "hex"),
    lengthAndText(""),
    lengthAndText(template),
  ]);
  const table = Buffer.alloc(4096);
  names.copy(table, 64);
  const main = Buffer.alloc(8192);
  main.writeUInt16LE(0xa5ec, 0);
  main.writeUInt16LE(version, 2);
  main.writeUInt16LE(flags, 10);
  main.writeUInt32LE(64, 0x19a);
  main.writeUInt32LE(names.length, 0x19e);
  const content = `Marks card ${text}`;
  main.write(content, TEXT_AT, "utf16le");
  const piece = Buffer.alloc(21);
  piece.writeUInt8(pieces);
  piece.writeUInt32LE(16, 1);
  piece.writeUInt32LE(content.length, 9);
  piece.writeUInt32LE(TEXT_AT, 15);
  piece.copy(table, 2048);
  main.writeUInt32LE(2048, 0x1a2);
  main.writeUInt32LE(piece.length, 0x1a6);
  return compoundFile([{ name: "WordDocument", data: main }, { name: "1Table", data: table }, ...parts]);
}

function lengthAndText(text: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16LE(text.length);
  return Buffer.concat([length, Buffer.from(text, "utf16le")]);
}
