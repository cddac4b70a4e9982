import { type CompoundEntry, childrenOf, possibleNames, readDirectory, readStream } from "./compound-file.ts";
import type { ContentProblem } from "./content-problem.ts";
import { findInstructionProblem } from "./word-fields.ts";

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
const MIN_HEAD_BYTES = NAMES_AT + 8;

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
  const field = findFieldProblem(head);
  if (field) return field;
  const table = findEntry(root, flags & SECOND_TABLE ? "1Table" : "0Table");
  return table && hasRemoteTemplate(head, readStream(bytes, entries, table)) ? "wordExternal" : undefined;
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
    for (const field of text.split("\x13").slice(1)) {
      const problem = findInstructionProblem(instructionOf(field));
      if (problem) return problem;
    }
  }
  return undefined;
}

function instructionOf(field: string): string {
  const [code = ""] = field.split("\x14", 1);
  const [instruction = ""] = code.split("\x15", 1);
  return instruction;
}

/** Most documents name the template from which they were made, usually Normal.dot, by a local path. */
function hasRemoteTemplate(head: Buffer, table: Buffer): boolean {
  const start = head.readUInt32LE(NAMES_AT);
  const list = table.subarray(start, start + head.readUInt32LE(NAMES_AT + 4));
  const template = readNames(list)[1] ?? "";
  return /^\s*(?:[a-z][a-z\d+.-]+:|\\\\|\/\/)/i.test(template);
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
