import { inflateSync, type ZlibOptions } from "node:zlib";
import type { ContentProblem } from "./content-problem.ts";
import { decodeName, findDictionaryEnd, skipBlank } from "./pdf-tokens.ts";

/** Names that only a PDF with the problem has. Each is long enough never to occur by chance in compressed data. */
const PROBLEM_OF_NAME: ReadonlyMap<string, ContentProblem> = new Map([
  ["Encrypt", "pdfLocked"],
  ["JavaScript", "pdfScript"],
  // Forms of Adobe LiveCycle: a compressed document of its own, with scripts.
  ["XFA", "pdfScript"],
  ["Rendition", "pdfScript"],
  ["OnInstantiate", "pdfScript"],
  ["RichMedia", "pdfScript"],
  ["Launch", "pdfLaunch"],
  ["ImportData", "pdfLaunch"],
  ["GoToR", "pdfLaunch"],
  ["GoToE", "pdfLaunch"],
  ["EmbeddedFile", "pdfAttachment"],
  ["EmbeddedFiles", "pdfAttachment"],
  ["FileAttachment", "pdfAttachment"],
  ["AFRelationship", "pdfAttachment"],
]);
/** Too short to look for in compressed data, where they would occur by chance. */
const PROBLEM_OF_SHORT_NAME: ReadonlyMap<string, ContentProblem> = new Map([
  ["JS", "pdfScript"],
  ["EF", "pdfAttachment"],
]);

/** The limit for all object streams of a file together, against compressed bombs. */
const MAX_INFLATED_BYTES = 64 * 1024 * 1024;
/** Streams may overlap, so that the same compressed bytes are read again and again. No ordinary file does that. */
const MAX_PACKED_BYTES = 32 * 1024 * 1024;
/** The limit for all dictionaries that have the key /First, against files that would take minutes to read. */
const MAX_DICTIONARY_BYTES = 32 * 1024 * 1024;

/**
 * Looks for dangerous names in every byte of the file, whether or not the cross-reference table leads there, because
 * viewers rebuild that table in different ways. Object streams are inflated first.
 */
export function findPdfProblem(bytes: Buffer): ContentProblem | undefined {
  if (!bytes.includes("obj")) return "pdfDamaged";
  let inflatedBytes = 0;
  let packedBytes = 0;
  let dictionaryBytes = 0;
  for (const { name, end } of namesIn(bytes)) {
    const problem = PROBLEM_OF_NAME.get(name);
    if (problem) return problem;
    if (name === "EF" && /^\s*(?:<<|\d+\s+\d+\s+R)/.test(bytes.toString("latin1", end, end + 40)))
      return "pdfAttachment";
    if (name !== "First") continue;
    const dictionaryEnd = findDictionaryEnd(bytes, end);
    if (dictionaryEnd === undefined) return "pdfDamaged";
    dictionaryBytes += dictionaryEnd - end;
    if (dictionaryBytes > MAX_DICTIONARY_BYTES) return "pdfDamaged";
    const stream = findObjectStream(bytes, end, dictionaryEnd);
    if (stream === undefined) continue;
    const objects = stream && inflate(stream, MAX_INFLATED_BYTES - inflatedBytes);
    if (!objects) return "pdfDamaged";
    inflatedBytes += objects.contents.length;
    packedBytes += objects.packedBytes;
    if (packedBytes > MAX_PACKED_BYTES) return "pdfDamaged";
    const inner = findInnerProblem(objects.contents);
    if (inner) return inner;
  }
  return undefined;
}

function findInnerProblem(objects: Buffer): ContentProblem | undefined {
  for (const { name } of namesIn(objects)) {
    const problem = PROBLEM_OF_NAME.get(name) ?? PROBLEM_OF_SHORT_NAME.get(name);
    if (problem) return problem;
  }
  return undefined;
}

/** The first bytes of all names that matter; the number sign starts an escaped one. */
const STARTS_NAME = new Uint8Array(256);
for (const name of [...PROBLEM_OF_NAME.keys(), ...PROBLEM_OF_SHORT_NAME.keys(), "First", "#"])
  STARTS_NAME[name.charCodeAt(0)] = 1;

/** Returns the names that may matter. A file may consist of millions of slashes. */
function* namesIn(bytes: Buffer): Generator<{ name: string; end: number }> {
  for (let at = bytes.indexOf("/"); at !== -1; at = bytes.indexOf("/", at + 1)) {
    while (bytes[at + 1] === SLASH) at += 1;
    const name = STARTS_NAME[bytes[at + 1] ?? 0] ? decodeName(bytes, at + 1) : undefined;
    if (name) yield name;
  }
}

const SLASH = 0x2f;

/**
 * Returns the data after the dictionary that has the key /First, which every object stream needs. Undefined: another
 * dictionary, such as an outline. Null: an object stream that is not written in the plain way in which all programs
 * write it, so that viewers may read it in different ways.
 */
function findObjectStream(bytes: Buffer, keyEnd: number, end: number): Buffer | null | undefined {
  const keyword = skipBlank(bytes, end);
  if (bytes.toString("latin1", keyword, keyword + 6) !== "stream") return undefined;
  const start = bytes.lastIndexOf("<<", keyEnd);
  const before = bytes.toString("latin1", Math.max(start - 256, 0), Math.max(start, 0));
  const dictionary = bytes.toString("latin1", start + 2, end - 2);
  // Without these checks, a comment or a string could hide the real start of the dictionary and its filters.
  if (!/[\r\n][^%\r\n]*\bobj\s*$/.test(before) || !PLAIN_DICTIONARY.test(dictionary)) return null;
  if (!ONLY_FLATE.test(dictionary) || ALTERS_DATA.test(dictionary.replace("/Filter", ""))) return null;
  return bytes.subarray(skipBlank(bytes, keyword + 6));
}

const PLAIN_DICTIONARY = /^[\w\s/[\].+-]*$/;
const ONLY_FLATE = /\/Filter\s*(?:\/FlateDecode\b|\[\s*\/FlateDecode\s*\])/;
const ALTERS_DATA = /\/(?:Filter|DecodeParms|DP|F|FFilter)\b/;

interface ObjectStream {
  readonly contents: Buffer;
  readonly packedBytes: number;
}

/** Whatever follows the compressed data is ignored. The head of an object stream is a list of numbers. */
function inflate(data: Buffer, maxBytes: number): ObjectStream | undefined {
  try {
    const { buffer: contents, engine } = inflateWithInfo(data, { maxOutputLength: Math.max(maxBytes, 1) });
    const isList = /^[\s\0]*\d+[\s\0]+\d+/.test(contents.toString("latin1", 0, 64));
    return isList ? { contents, packedBytes: engine.bytesWritten } : undefined;
  } catch (error) {
    if (isZlibRefusal(error)) return undefined;
    throw error;
  }
}

/** The types of Node.js lack what the option `info` returns. */
function inflateWithInfo(data: Buffer, options: ZlibOptions) {
  const result: unknown = inflateSync(data, { ...options, info: true });
  return result as { readonly buffer: Buffer; readonly engine: { readonly bytesWritten: number } };
}

function isZlibRefusal(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return typeof code === "string" && (code.startsWith("Z_") || code === "ERR_BUFFER_TOO_LARGE");
}
