import { type CompoundEntry, childrenOf, possibleNames, readDirectory, readStream } from "./compound-file.ts";
import type { ContentProblem } from "./content-problem.ts";
import { readOldWordText } from "./old-word-text.ts";
import { OpenFields } from "./open-fields.ts";
import { findInstructionProblem } from "./word-instructions.ts";

const PROBLEM_OF_NAME: ReadonlyMap<string, ContentProblem> = new Map([
  ["macros", "wordMacros"],
  ["vba", "wordMacros"],
  ["_vba_project", "wordMacros"],
  ["_vba_project_cur", "wordMacros"],
  ["project", "wordMacros"],
  ["projectwm", "wordMacros"],
  ["package", "wordEmbedded"],
  ["\x01ole10native", "wordEmbedded"],
  ["equation native", "wordEmbedded"],
  ["\x03objinfo", "wordEmbedded"],
  ["\x03ocxname", "wordEmbedded"],
]);

const MAGIC_WORD = 0xa5ec;
/** The version of the format since Word 97. Earlier ones keep their macros in the text's own stream. */
const WORD_97 = 0xc0;
const FLAGS_AT = 10;
const ENCRYPTED = 0x100;
const SECOND_TABLE = 0x200;
/** The position and the length of the list of names that belong to the document. The second is its template. */
const NAMES_AT = 0x19a;
/** The position and the length of the table of the pieces that the text consists of. */
const PIECES_AT = 0x1a2;
const MIN_HEAD_BYTES = PIECES_AT + 8;

const LINK_BASE = [Buffer.from("_PID_LINKBASE"), Buffer.from("_PID_LINKBASE", "utf16le")];
const FILE_TEXT = /(?:file:|\\\\|\/\/|[a-z]:[\\/])[\x20-\x7e]{2}/i;

const [BEGIN, SEPARATE, END] = ["\x13", "\x14", "\x15"] as const;
const FIELD_CHARACTERS = new RegExp(`([${BEGIN}${SEPARATE}${END}])`);

/** Checks a Word document of 1997 to 2003. */
export function findOldWordProblem(bytes: Buffer): ContentProblem | undefined {
  const names = [...possibleNames(bytes)].map((name) => PROBLEM_OF_NAME.get(name.toLowerCase()));
  const named = names.find((problem) => problem === "wordMacros") ?? names.find(Boolean);
  if (named) return named;
  const entries = readDirectory(bytes);
  const root = childrenOf(entries, entries[0]);
  if (childrenOf(entries, findEntry(root, "ObjectPool")).length > 0) return "wordEmbedded";

  const text = findEntry(root, "WordDocument");
  const head = text && readStream(bytes, entries, text);
  if (!head || head.length < MIN_HEAD_BYTES || head.readUInt16LE(0) !== MAGIC_WORD) return "wordDamaged";
  if (head.readUInt16LE(2) < WORD_97) return "wordDamaged";
  const flags = head.readUInt16LE(FLAGS_AT);
  if (flags & ENCRYPTED) return "wordLocked";
  const tableEntry = findEntry(root, flags & SECOND_TABLE ? "1Table" : "0Table");
  const table = tableEntry && readStream(bytes, entries, tableEntry);
  if (!table) return "wordDamaged";
  const content = readOldWordText(head, listAt(head, table, PIECES_AT));
  if (content === undefined) return "wordDamaged";
  const field = findFieldProblem(head) ?? findInnerFieldProblem(content);
  if (field) return field;
  if (hasRemoteTemplate(listAt(head, table, NAMES_AT))) return "wordExternal";
  const summary = findEntry(root, "\x05DocumentSummaryInformation");
  return summary && hasFileBase(readStream(bytes, entries, summary)) ? "wordFileLink" : undefined;
}

function findEntry(entries: readonly CompoundEntry[], name: string): CompoundEntry | undefined {
  return entries.find((entry) => entry.name.toLowerCase() === name.toLowerCase());
}

/**
 * Character 19 starts a field, 20 or 21 ends its instruction. Each character of the text has one or two bytes, and
 * those of two may begin at any byte.
 */
function findFieldProblem(head: Buffer): ContentProblem | undefined {
  const oneByte = head.toString("latin1").replaceAll("\0", "");
  for (const text of [oneByte, head.toString("utf16le"), head.toString("utf16le", 1)]) {
    for (const field of text.split(BEGIN).slice(1)) {
      const problem = findInstructionProblem(instructionOf(field));
      if (problem) return problem;
    }
  }
  return undefined;
}

function instructionOf(field: string): string {
  const [code = ""] = field.split(SEPARATE, 1);
  const [instruction = ""] = code.split(END, 1);
  return instruction;
}

/** Checks fields inside fields, which can be told from other bytes only in the text itself. */
function findInnerFieldProblem(text: string): ContentProblem | undefined {
  const fields = new OpenFields();
  for (const piece of text.split(FIELD_CHARACTERS)) {
    if (piece === BEGIN) fields.begin();
    else if (piece === SEPARATE) fields.separate();
    else if (piece === END) fields.end();
    else fields.addText(piece);
  }
  return fields.endAll();
}

/** Returns the list whose position and length stand in the head. */
function listAt(head: Buffer, table: Buffer, at: number): Buffer {
  const start = head.readUInt32LE(at);
  return table.subarray(start, start + head.readUInt32LE(at + 4));
}

/** Most documents name the template from which they were made, usually Normal.dot, by a local path. */
function hasRemoteTemplate(names: Buffer): boolean {
  const template = readNames(names)[1] ?? "";
  return /^\s*(?:[a-z][a-z\d+.-]+:|\\\\|\/\/)/i.test(template);
}

/** Word puts the base in front of every relative link. Its text has characters of two bytes, which begin at any byte. */
function hasFileBase(summary: Buffer): boolean {
  if (!LINK_BASE.some((name) => summary.includes(name))) return false;
  return [0, 1].some((at) => FILE_TEXT.test(summary.toString("utf16le", at)));
}

/** Reads strings of 16-bit characters, each after its length. Only the first two matter. */
function readNames(list: Buffer): string[] {
  const names: string[] = [];
  for (let at = 6; at + 2 <= list.length && names.length < 2; ) {
    const end = at + 2 + list.readUInt16LE(at) * 2;
    names.push(list.toString("utf16le", at + 2, end));
    at = end;
  }
  return names;
}
