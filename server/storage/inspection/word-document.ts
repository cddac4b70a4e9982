import { type Attributes, decodeXml, findElements } from "../../office-files/xml.ts";
import { readZip, unpack, type ZipEntry } from "../../office-files/zip-archive.ts";
import type { ContentProblem } from "./content-problem.ts";
import { findFieldProblem } from "./word-fields.ts";
import { findLinkProblem, hasScheme, isNetworkPath } from "./word-links.ts";
import { findReferenceProblem } from "./word-references.ts";

const MAIN_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
const CONTENT_TYPES = "[content_types].xml";
/** The limits for all parts of a document together, against compressed bombs. */
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024;
/** A document of several hundred pages has a few megabytes of XML. */
const MAX_XML_BYTES = 32 * 1024 * 1024;
const MAX_LIST_BYTES = 1024 * 1024;

/** The first bytes of files in a file: old Office files, archives, PDFs, RTF, programs. */
const FILE_HEADS = [
  Buffer.from("d0cf11e0a1b11ae1", "hex"),
  ...["PK\x03\x04", "%PDF-", "{\\rt", "MZ"].map((head) => Buffer.from(head, "latin1")),
];
const MACRO_STREAM = Buffer.from("_VBA_PROJECT", "utf16le");

const PROBLEM_OF_RELATION: ReadonlyMap<string, ContentProblem> = new Map([
  ["vbaproject", "wordMacros"],
  ["wordvbadata", "wordMacros"],
  ["attachedtemplate", "wordExternal"],
  ["subdocument", "wordExternal"],
  ["frame", "wordExternal"],
  ["afchunk", "wordEmbedded"],
  ["oleobject", "wordEmbedded"],
  ["package", "wordEmbedded"],
  ["control", "wordEmbedded"],
  ["activexcontrolbinary", "wordEmbedded"],
]);

/** Checks a Word document of 2007 or later: each part by its name, its declared type and its contents. */
export function findWordProblem(bytes: Buffer): ContentProblem | undefined {
  const entries = readZip(bytes);
  if (!entries) return "wordDamaged";
  let unpackedBytes = 0;
  let found: ContentProblem | undefined;
  for (const entry of entries) {
    const contents = unpack(entry, MAX_UNPACKED_BYTES - unpackedBytes);
    if (!contents) return "wordDamaged";
    unpackedBytes += contents.length;
    const problem = findPartProblem(entry, contents);
    // Macros are named even if another problem was found first.
    if (problem === "wordMacros") return problem;
    found ??= problem;
  }
  return found;
}

function findPartProblem({ name }: ZipEntry, contents: Buffer): ContentProblem | undefined {
  const part = partName(name);
  // A part in pieces, which the checks below would not put together.
  if (part === undefined || part.endsWith(".piece")) return "wordDamaged";
  if (/vbaproject|vbadata/.test(part)) return "wordMacros";
  if (/(?:^|\/)(?:embeddings|activex)\//.test(part) && contents.length > 0) return "wordEmbedded";
  if (FILE_HEADS.some((head) => contents.subarray(0, head.length).equals(head)))
    return contents.includes(MACRO_STREAM) ? "wordMacros" : "wordEmbedded";
  const isList = part === CONTENT_TYPES || part.endsWith(".rels");
  if (!isList && !part.endsWith(".xml") && !startsLikeXml(contents)) return undefined;

  const xml = contents.length > (isList ? MAX_LIST_BYTES : MAX_XML_BYTES) ? undefined : decodeXml(contents);
  if (xml === undefined) return "wordDamaged";
  if (part === CONTENT_TYPES) return findTypeProblem(xml);
  return part.endsWith(".rels")
    ? findRelationProblem(xml)
    : (findReferenceProblem(xml) ?? findFieldProblem(xml));
}

/** Names may be percent-encoded, and their case does not matter. */
function partName(name: string): string | undefined {
  try {
    return decodeURIComponent(name).toLowerCase();
  } catch {
    // Not a valid name of a part.
    return undefined;
  }
}

function startsLikeXml(contents: Buffer): boolean {
  return /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\s\0]*</.test(contents.toString("latin1", 0, 64));
}

function findTypeProblem(xml: string): ContentProblem | undefined {
  const elements = [findElements(xml, "Override"), findElements(xml, "Default")];
  if (elements.includes(undefined)) return "wordDamaged";
  const types = elements.flatMap((found = []) => found.map((element) => element.get("ContentType") ?? ""));
  if (types.some((type) => /macroenabled|vba|attachedtoolbars/i.test(type))) return "wordMacros";
  if (types.some((type) => /activex/i.test(type))) return "wordEmbedded";
  return types.includes(MAIN_TYPE) ? undefined : "wordDamaged";
}

function findRelationProblem(xml: string): ContentProblem | undefined {
  const relations = findElements(xml, "Relationship");
  if (!relations) return "wordDamaged";
  const problems = relations.map(problemOfRelation);
  return problems.find((problem) => problem === "wordMacros") ?? problems.find(Boolean);
}

function problemOfRelation(relation: Attributes): ContentProblem | undefined {
  const type = relation.get("Type")?.split("/").at(-1)?.toLowerCase() ?? "";
  const target = relation.get("Target")?.trim() ?? "";
  if (type === "hyperlink") return findLinkProblem(target);
  const isOutside = relation.get("TargetMode")?.trim().toLowerCase() === "external" || hasScheme(target);
  return PROBLEM_OF_RELATION.get(type) ?? (isOutside || isNetworkPath(target) ? "wordExternal" : undefined);
}
