import type { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { refusal } from "../errors.ts";
import type { ByteRange, FileStore } from "../files/file-store.ts";
import type { StoredObject } from "../objects.ts";
import { parseRange } from "./byte-range.ts";

export interface ServeOptions {
  readonly cacheControl: string;
  /** The file name to save under, which may be empty. Undefined shows the file instead. */
  readonly download: string | undefined;
}

/** Sends a file or the requested range of it, or 304 if the client's copy is current. */
export async function serveFile(
  request: FastifyRequest,
  reply: FastifyReply,
  files: FileStore,
  object: StoredObject,
  options: ServeOptions,
): Promise<FastifyReply> {
  const { eTag, size, mimetype, lastModified } = object.metadata;
  const part = requestedPart(request, object);
  // Opened before any header is set: the file may have been removed since its row was read.
  const body = await open(request, files, object, part);
  reply
    .header("etag", eTag)
    .header("last-modified", new Date(lastModified).toUTCString())
    .header("cache-control", options.cacheControl)
    .header("x-robots-tag", "none");
  if (part === "unchanged") return reply.code(304).send();
  if (part === "unsatisfiable") {
    reply.header("content-range", `bytes */${size}`);
    throw refusal("badRange");
  }

  const { first, last } = part ?? { first: 0, last: size - 1 };
  if (part) reply.code(206).header("content-range", `bytes ${first}-${last}/${size}`);
  if (options.download !== undefined)
    reply.header("content-disposition", contentDisposition(options.download));
  return reply
    .header("accept-ranges", "bytes")
    .header("content-type", mimetype === "text/html" ? "text/plain" : mimetype)
    .header("content-length", last - first + 1)
    .header("x-content-type-options", "nosniff")
    .header("content-security-policy", policyFor(mimetype))
    .send(body);
}

type Part = ByteRange | "unchanged" | "unsatisfiable" | undefined;

async function open(
  request: FastifyRequest,
  files: FileStore,
  { version, metadata }: StoredObject,
  part: Part,
): Promise<Readable | undefined> {
  if (typeof part === "string" || request.method === "HEAD" || metadata.size === 0) return undefined;
  const body = await files.read(version, part ?? { first: 0, last: metadata.size - 1 });
  if (!body) throw refusal("objectNotFound");
  return body;
}

/** Undefined means the whole file. */
function requestedPart(request: FastifyRequest, object: StoredObject): Part {
  return isUnchanged(request, object) ? "unchanged" : requestedRange(request, object);
}

/**
 * Uploaded content must not run scripts on this site's origin. PDFs are served without a sandbox, because the browser's
 * PDF viewer does not start in one. The viewer has its own sandbox, and the upload was verified to be a PDF.
 */
function policyFor(mimetype: string): string {
  return mimetype === "application/pdf"
    ? "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'"
    : "default-src 'none'; sandbox";
}

function contentDisposition(download: string): string {
  if (download === "") return "attachment;";
  const name = encodeURIComponent(decodeAgain(download)).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename=${name}; filename*=UTF-8''${name}`;
}

/** The official client encodes the name twice in a signed link: ಅಂಕ.pdf would be saved as %E0%B2%85…. */
function decodeAgain(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    // A literal percent sign, as in 100%.pdf.
    return name;
  }
}

function isUnchanged({ headers }: FastifyRequest, { metadata }: StoredObject): boolean {
  const tags = headers["if-none-match"];
  if (tags !== undefined)
    return (
      tags.trim() === "*" || tags.split(",").some((tag) => tag.trim().replace(/^W\//, "") === metadata.eTag)
    );
  const since = Date.parse(headers["if-modified-since"] ?? "");
  return truncateToSeconds(metadata.lastModified) <= since;
}

function requestedRange(
  { headers }: FastifyRequest,
  { metadata }: StoredObject,
): ByteRange | "unsatisfiable" | undefined {
  const condition = [headers["if-range"]].flat()[0];
  if (condition !== undefined && condition !== metadata.eTag) {
    if (truncateToSeconds(metadata.lastModified) !== Date.parse(condition)) return undefined;
  }
  return parseRange(headers.range, metadata.size);
}

/** HTTP dates have no milliseconds. */
function truncateToSeconds(time: string): number {
  return Math.floor(Date.parse(time) / 1000) * 1000;
}
