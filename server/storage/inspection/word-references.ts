import { type Attributes, decodeEntities, findTexts, readTag } from "../../office-files/xml.ts";
import type { ContentProblem } from "./content-problem.ts";
import { findFileProblem, findLinkProblem, hasScheme } from "./word-links.ts";

/** Attributes of shapes in the old drawing language of Office (VML). Most documents have none. */
const REFERENCE = /[\s:](?:src|althref|href)\s*=/;
const PICTURES = new Set(["src", "althref"]);

/** Checks the addresses that are written in the part itself, not in its list of relations. */
export function findReferenceProblem(xml: string): ContentProblem | undefined {
  return findBaseProblem(xml) ?? (REFERENCE.test(xml) ? findAttributeProblem(xml) : undefined);
}

/** Word puts the base in front of every relative link. */
function findBaseProblem(xml: string): ContentProblem | undefined {
  const bases = findTexts(xml, "HyperlinkBase");
  if (!bases) return "wordDamaged";
  return bases.map((base) => findLinkProblem(base.trim())).find(Boolean);
}

/** Only tags with such an attribute are read in full: a part may have millions of others. */
function findAttributeProblem(xml: string): ContentProblem | undefined {
  for (const { index, 0: tagAndText } of xml.matchAll(/<[^!?/<][^<]*/g)) {
    if (!REFERENCE.test(tagAndText)) continue;
    const tag = readTag(xml, index);
    const problem = tag ? findElementProblem(tag.rawAttributes) : "wordDamaged";
    if (problem) return problem;
  }
  return undefined;
}

function findElementProblem(attributes: Attributes): ContentProblem | undefined {
  for (const [key, value] of attributes) {
    const name = key.split(":").at(-1) ?? "";
    const target = decodeEntities(value).trim();
    const problem = PICTURES.has(name)
      ? (findFileProblem(target) ?? (hasScheme(target) ? "wordExternal" : undefined))
      : name === "href"
        ? findLinkProblem(target)
        : undefined;
    if (problem) return problem;
  }
  return undefined;
}
