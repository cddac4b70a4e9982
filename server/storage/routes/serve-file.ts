import type { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { refusal } from "../errors.ts";
import type { ByteRange, FileStore } from "../files/file-store.ts";
import type { StoredObject } from "../objects.ts";
import { parseRange } from "./byte-range.ts";

export interface ServeOptions {
  readonly cacheControl: string;
  /** A name to save under, perhaps empty; undefined shows the file where it was asked for. */
  readonly download: string | undefined;
}

/** Sends a file, or the part of it that is asked for, or nothing where the asker has it already. */
export async function serveFile(
  request: FastifyRequest,
  reply: FastifyReply,
  files: FileStore,
  object: StoredObject,
  options: ServeOptions,
): Promise<FastifyReply> {
  const { eTag, size, mimetype, lastModified } = object.metadata;
  const part = wantedPart(request, object);
  // Opened before anything is said: it may have been removed since its row was read.
  const body = await open(request, files, object, part);
  reply
    .header("etag", eTag)
    .header("last-modified", new Date(lastModified).toUTCString())
    .header("cache-control", options.cacheControl)
    .header("x-robots-tag", "none");
  if (part === "known") return reply.code(304).send();
  if (part === "unsatisfiable") {
    reply.header("content-range", `bytes */${size}`);
    throw refusal("badRange");
  }

  const { first, last } = part ?? { first: 0, last: size - 1 };
  if (part) reply.code(206).header("content-range", `bytes ${first}-${last}/${size}`);
  if (options.download !== undefined) reply.header("content-disposition", attachment(options.download));
  return reply
    .header("accept-ranges", "bytes")
    .header("content-type", mimetype === "text/html" ? "text/plain" : mimetype)
    .header("content-length", last - first + 1)
    .header("x-content-type-options", "nosniff")
    .header("content-security-policy", policyFor(mimetype))
    .send(body);
}

type Part = ByteRange | "known" | "unsatisfiable" | undefined;

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

/** Undefined is all of it. */
function wantedPart(request: FastifyRequest, object: StoredObject): Part {
  return isKnown(request, object) ? "known" : wantedRange(request, object);
}

/**
 * Nothing that a student uploads may run on this site's address. A browser's own viewer of PDFs does not start in a
 * sandbox, and runs what a PDF holds in one of its own; these bytes were seen to be a PDF when they came.
 */
function policyFor(mimetype: string): string {
  return mimetype === "application/pdf"
    ? "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'"
    : "default-src 'none'; sandbox";
}

function attachment(download: string): string {
  if (download === "") return "attachment;";
  const name = encodeURIComponent(decodedOnceMore(download)).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename=${name}; filename*=UTF-8''${name}`;
}

/** The official client encodes the name of a signed link twice, which would save ಅಂಕ.pdf as %E0%B2%85…. */
function decodedOnceMore(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    // A single sign that means itself: 100%.pdf
    return name;
  }
}

function isKnown({ headers }: FastifyRequest, { metadata }: StoredObject): boolean {
  const tags = headers["if-none-match"];
  if (tags !== undefined)
    return (
      tags.trim() === "*" || tags.split(",").some((tag) => tag.trim().replace(/^W\//, "") === metadata.eTag)
    );
  const since = Date.parse(headers["if-modified-since"] ?? "");
  return wholeSeconds(metadata.lastModified) <= since;
}

function wantedRange(
  { headers }: FastifyRequest,
  { metadata }: StoredObject,
): ByteRange | "unsatisfiable" | undefined {
  const condition = [headers["if-range"]].flat()[0];
  if (condition !== undefined && condition !== metadata.eTag) {
    if (wholeSeconds(metadata.lastModified) !== Date.parse(condition)) return undefined;
  }
  return parseRange(headers.range, metadata.size);
}

/** HTTP tells no milliseconds. */
function wholeSeconds(time: string): number {
  return Math.floor(Date.parse(time) / 1000) * 1000;
}
