/**
 * Rules for a student's documents: their number, size, types and names. Screens use them to refuse early and to create
 * valid names; the database enforces them, and the server checks the bytes.
 */

export const DOCUMENT_BUCKET = "user-documents";
export const MAX_DOCUMENTS = 5;
export const MAX_DOCUMENT_BYTES = 10 * 1024 * 1024;
export const DOCUMENT_LINK_SECONDS = 300;
/** The browser shrinks images to this before the upload. */
export const IMAGE_TARGET = { bytes: 2 * 1024 * 1024, longestSidePixels: 1920 } as const;

const TYPE_OF_EXTENSION: Readonly<Record<string, string>> = {
  pdf: "application/pdf",
  doc: "application/msword",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
};

export const DOCUMENT_TYPES: readonly string[] = [...new Set(Object.values(TYPE_OF_EXTENSION))];

export function isDocumentType(type: string): boolean {
  return DOCUMENT_TYPES.includes(type);
}

export function hasFittingExtension(name: string, type: string): boolean {
  return typeOfName(name) === type;
}

/** Adds the usual extension of the type unless the name has one that fits: the server refuses other names. */
export function withFittingExtension(name: string, type: string): string {
  const [extension] = extensionsOf(type);
  return extension === undefined || hasFittingExtension(name, type) ? name : `${name}.${extension}`;
}

export function extensionsOf(type: string): string[] {
  return Object.keys(TYPE_OF_EXTENSION).filter((extension) => TYPE_OF_EXTENSION[extension] === type);
}

function typeOfName(name: string): string | undefined {
  const extension = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  return Object.hasOwn(TYPE_OF_EXTENSION, extension) ? TYPE_OF_EXTENSION[extension] : undefined;
}

/** Returns the type to send with a file. Without an office suite, browsers report no type for .doc and .docx. */
export function findDocumentType(file: { name: string; type: string }): string | undefined {
  if (isDocumentType(file.type)) return file.type;
  return file.type === "" ? typeOfName(file.name) : undefined;
}

export interface UploadRequest {
  readonly hasPlan: boolean;
  /** The number of documents that the student already has. */
  readonly count: number;
  readonly file: { readonly name: string; readonly type: string; readonly size: number };
}

/** Returns why a document is refused, as the student reads it, or undefined if it is accepted. */
export function findDocumentRefusal({ hasPlan, count, file }: UploadRequest): string | undefined {
  if (!hasPlan) return "Please purchase a plan to upload documents.";
  if (count >= MAX_DOCUMENTS) return "You can upload a maximum of 5 documents.";
  if (findDocumentType(file) === undefined) return "Unsupported file type.";
  if (file.size === 0) return "This file is empty.";
  if (file.size > MAX_DOCUMENT_BYTES) return "File too large (max 10MB).";
  return undefined;
}

/** The limit of file systems. */
const MAX_NAME_BYTES = 255;
/** Length of the prefix: thirteen digits and an underscore. */
const TIME_LENGTH = 14;

// Control characters, line and paragraph separators, characters that change the reading direction, the byte order mark,
// backslashes. Joiners are allowed: Kannada and Hindi need them.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern has to match them
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff\\]|\p{Surrogate}/u;
const MAX_PATH_BYTES = 512;

/** Allows any script, but nothing that leaves the folder or misleads a reader. */
export function isSafePath(path: string): boolean {
  return (
    byteLength(path) <= MAX_PATH_BYTES &&
    !UNSAFE.test(path) &&
    path.split("/").every((step) => step !== "" && step !== "." && step !== "..")
  );
}

const DOCUMENT_PATH = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/([0-9]{13}_[^/]+)$/;

export function isDocumentPath(path: string): boolean {
  const name = DOCUMENT_PATH.exec(path)?.[1];
  if (name === undefined || !isSafePath(path) || byteLength(name) > MAX_NAME_BYTES) return false;
  return !/^ *\.{0,2} *$/.test(name.slice(TIME_LENGTH));
}

/** Returns <user id>/<milliseconds>_<original name without unsafe characters>. */
export function documentPath(userId: string, originalName: string, at: Date): string {
  const time = String(at.getTime()).padStart(TIME_LENGTH - 1, "0");
  return `${userId}/${time}_${safeName(originalName)}`;
}

/** Returns the original name, as the student knows it. */
export function shownDocumentName(name: string): string {
  return name.replace(/^\d{13}_/, "");
}

/** Also replaces characters that have a meaning in a URL. */
function safeName(originalName: string): string {
  const name = originalName
    .normalize("NFC")
    .replace(new RegExp(UNSAFE, "gu"), "")
    .replace(/[/?#%]/g, "-")
    .trim();
  const kept = shorten(name, MAX_NAME_BYTES - TIME_LENGTH);
  return /^\.{0,2}$/.test(kept) ? "document" : kept;
}

/** Removes whole graphemes before the extension, so that the file still opens with the right program. */
function shorten(name: string, bytes: number): string {
  if (byteLength(name) <= bytes) return name;
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? "";
  let kept = "";
  for (const { segment } of new Intl.Segmenter("en", { granularity: "grapheme" }).segment(
    name.slice(0, name.length - extension.length),
  )) {
    if (byteLength(kept + segment + extension) > bytes) break;
    kept += segment;
  }
  return kept.trim() + extension;
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
