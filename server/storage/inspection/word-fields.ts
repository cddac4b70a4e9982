import type { ContentProblem } from "./content-problem.ts";
import { findFileProblem, findLinkProblem } from "./word-links.ts";
import { decodeEntities, findStartTags } from "./xml.ts";

/** DDE starts a program. The others read a file, a picture or a table when the document is opened or printed. */
const REFUSED = "DDE|DDEAUTO|INCLUDEPICTURE|INCLUDETEXT|INCLUDE|IMPORT|LINK|DATABASE|RD".split("|");
const REFUSED_START = new RegExp(`^[\\s"]*(?:${REFUSED.join("|")})\\b`, "i");
const LINK_START = /^[\s"]*HYPERLINK\b/i;

/** Citations are stored in fields, a few kilobytes each. */
const MAX_INSTRUCTION_LENGTH = 8 * 1024 * 1024;

/** A quote inside an argument is written after a backslash. */
const ARGUMENT = /"((?:\\.|[^"\\])*)"?|[^\s"]+/gs;

export function findInstructionProblem(instruction: string): ContentProblem | undefined {
  if (REFUSED_START.test(instruction)) return "wordExternal";
  return LINK_START.test(instruction) ? findArgumentProblem(instruction) : undefined;
}

/** The target of a link may stand anywhere among the switches and their arguments. */
function findArgumentProblem(instruction: string): ContentProblem | undefined {
  for (const word of instruction.split(/[\s"]+/)) {
    const problem = findFileProblem(word);
    if (problem) return problem;
  }
  let previous = "";
  for (const [whole, quoted] of instruction.matchAll(ARGUMENT)) {
    const argument = (quoted ?? whole).trim();
    // A tip may begin like a scheme: pages of Wikipedia have tips like "Help:Contents".
    const isTip = previous.toLowerCase() === "\\o";
    const problem = isTip ? findFileProblem(argument) : findLinkProblem(argument);
    if (problem) return problem;
    previous = whole;
  }
  return undefined;
}

/** Checks the fields of a part. The instruction of a field may be spread over several elements. */
export function findFieldProblem(xml: string): ContentProblem | undefined {
  let pieces: string[] = [];
  let length = 0;
  for (const tag of findStartTags(xml, "fldChar", "instrText", "fldSimple")) {
    if (!tag) return "wordDamaged";
    if (tag.name === "instrText") {
      const text = xml.endsWith("/>", tag.end) ? "" : textAfter(xml, tag.end);
      length += text?.length ?? 0;
      if (text === undefined || length > MAX_INSTRUCTION_LENGTH) return "wordDamaged";
      if (text) pieces.push(decodeEntities(text));
      continue;
    }
    const simple = attributesOf(tag.rawAttributes, "instr");
    length += simple.join("").length;
    if (length > MAX_INSTRUCTION_LENGTH) return "wordDamaged";
    let problem = findProblemOfPieces(pieces);
    for (const value of simple) problem ??= findInstructionProblem(decodeEntities(value));
    if (problem) return problem;
    pieces = [];
  }
  return findProblemOfPieces(pieces);
}

/**
 * Word skips elements of namespaces that it does not know and alternatives that it does not choose, so any of the
 * pieces may be missing from the instruction that it reads.
 */
function findProblemOfPieces(pieces: readonly string[]): ContentProblem | undefined {
  const instruction = pieces.join("");
  if (pieces.length < 2) return findInstructionProblem(instruction);
  const starts = pieces.map((piece) => piece.replace(/^[\s"]+/, "").toUpperCase());
  if (REFUSED.some((word) => canBegin(starts, word))) return "wordExternal";
  if (!canBegin(starts, "HYPERLINK")) return undefined;
  if (canBegin(starts, "FILE:") || canBegin(starts, "\\\\")) return "wordFileLink";
  return findArgumentProblem(instruction);
}

/** Tells whether an instruction of some of the pieces begins with this word. */
function canBegin(pieces: readonly string[], word: string): boolean {
  const isWord = /\w$/.test(word);
  const lengths = new Set([0]);
  for (const piece of pieces) {
    if (!piece) continue;
    for (const length of [...lengths]) {
      const rest = word.slice(length);
      if (piece.startsWith(rest) && !(isWord && /\w/.test(piece.charAt(rest.length)))) return true;
      if (rest.length > piece.length && rest.startsWith(piece)) lengths.add(length + piece.length);
    }
  }
  return false;
}

/** Returns undefined for text that is split by an element or a comment or written as CDATA, which Office never does. */
function textAfter(xml: string, start: number): string | undefined {
  const end = xml.indexOf("<", start);
  return xml.charAt(end + 1) === "/" ? xml.slice(start, end) : undefined;
}

/** Returns the values in all namespaces, because a prefix can stand for any of them. */
function attributesOf(attributes: ReadonlyMap<string, string>, name: string): string[] {
  return [...attributes]
    .filter(([key]) => key.slice(key.indexOf(":") + 1) === name)
    .map(([, value]) => value);
}
