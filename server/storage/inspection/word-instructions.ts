import type { ContentProblem } from "./content-problem.ts";
import { findFileProblem, findLinkProblem } from "./word-links.ts";

/** DDE starts a program. The others read a file, a picture or a table when the document is opened or printed. */
const REFUSED = "DDE|DDEAUTO|INCLUDEPICTURE|INCLUDETEXT|INCLUDE|IMPORT|LINK|DATABASE|RD".split("|");
const REFUSED_START = new RegExp(`^[\\s"]*(?:${REFUSED.join("|")})\\b`, "i");
/** A field inside an instruction. Word replaces it by its result, which nobody knows: {QUOTE 68 68 69} is "DDE". */
export const INNER_FIELD = "\x13";
const COMPUTED_TYPE = new RegExp(`^[\\s"]*(\\w*)${INNER_FIELD}`);
const LINK_START = /^[\s"]*HYPERLINK\b/i;

/** A quote inside an argument is written after a backslash. */
const ARGUMENT = /"((?:\\.|[^"\\])*)"?|[^\s"]+/gs;

export function findInstructionProblem(instruction: string): ContentProblem | undefined {
  if (REFUSED_START.test(instruction) || hasComputedType(instruction)) return "wordExternal";
  if (!LINK_START.test(instruction)) return undefined;
  return findArgumentProblem(instruction) ?? (instruction.includes(INNER_FIELD) ? "wordExternal" : undefined);
}

function hasComputedType(instruction: string): boolean {
  const [, word] = COMPUTED_TYPE.exec(instruction) ?? [];
  return word !== undefined && [...REFUSED, "HYPERLINK"].some((type) => type.startsWith(word.toUpperCase()));
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

/** Checks an instruction with tracked changes. Any of its pieces may be missing from what Word reads. */
export function findTrackedProblem(pieces: readonly string[]): ContentProblem | undefined {
  const starts = pieces.map((piece) => piece.replace(/^[\s"]+/, "").toUpperCase());
  if (REFUSED.some((word) => canBegin(starts, word))) return "wordExternal";
  if (canBegin(starts, "HYPERLINK") && (canBegin(starts, "FILE:") || canBegin(starts, "\\\\")))
    return "wordFileLink";
  return findInstructionProblem(pieces.join(""));
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
