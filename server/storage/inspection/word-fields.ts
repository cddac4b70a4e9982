import type { ContentProblem } from "./content-problem.ts";
import { findLinkProblem } from "./word-links.ts";
import { decodeEntities, findStartTags } from "./xml.ts";

/** DDE starts a program. */
const STARTS_PROGRAM = /^[\s"]*DDE(?:AUTO)?\b/i;

/** Citations are stored in fields, a few kilobytes each. */
const MAX_INSTRUCTION_LENGTH = 8 * 1024 * 1024;

/** Fields that read a file, a picture or a table from elsewhere when the document is opened or printed. */
const READS_ELSEWHERE = /^[\s"]*(?:INCLUDEPICTURE|INCLUDETEXT|INCLUDE|IMPORT|LINK|DATABASE|RD)\b/i;
/** Switches may come before the address. */
const LINK = /^[\s"]*HYPERLINK\s+(?:\\[a-z]\s+)*"?\s*([^\s"]*)/i;

export function findInstructionProblem(instruction: string): ContentProblem | undefined {
  if (STARTS_PROGRAM.test(instruction) || READS_ELSEWHERE.test(instruction)) return "wordExternal";
  const [, target] = LINK.exec(instruction) ?? [];
  return target === undefined ? undefined : findLinkProblem(target);
}

/** Checks the fields of a part. The instruction of a field may be spread over several elements. */
export function findFieldProblem(xml: string): ContentProblem | undefined {
  let instruction = "";
  let length = 0;
  for (const tag of findStartTags(xml, "fldChar", "instrText", "fldSimple")) {
    if (!tag) return "wordDamaged";
    if (tag.name === "instrText") {
      const text = textAfter(xml, tag.end);
      length += text?.length ?? 0;
      if (text === undefined || length > MAX_INSTRUCTION_LENGTH) return "wordDamaged";
      instruction += decodeEntities(text);
      continue;
    }
    const simple = attributeOf(tag.rawAttributes, "instr");
    length += simple.length;
    if (length > MAX_INSTRUCTION_LENGTH) return "wordDamaged";
    const problem = findInstructionProblem(instruction) ?? findInstructionProblem(decodeEntities(simple));
    if (problem) return problem;
    instruction = "";
  }
  return findInstructionProblem(instruction);
}

/** Returns undefined for text that is split by a comment or written as CDATA, which Office never does. */
function textAfter(xml: string, start: number): string | undefined {
  const end = xml.indexOf("<", start);
  if (end === -1 || /[!?]/.test(xml.charAt(end + 1))) return undefined;
  return xml.slice(start, end);
}

function attributeOf(attributes: ReadonlyMap<string, string>, name: string): string {
  for (const [key, value] of attributes) if (key.slice(key.indexOf(":") + 1) === name) return value;
  return "";
}
