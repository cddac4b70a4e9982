import type { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { refusal } from "../errors.ts";
import type { ByteRange, FileStore } from "../files/file-store.ts";
import type { StoredObject } from "../objects.ts";
import { parseRange } from "./byte-range.ts";
import { fileHeaders } from "./file-headers.ts";

export interface ServeOptions {
  readonly cacheControl: string;
  /** The file name to save under, which may be empty. Undefined shows the file instead, if its type may be shown. */
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
  const { eTag, size, lastModified } = object.metadata;
  const part = requestedPart(request, object);
  // Opened before any header is set: the file may have been removed since its row was read.
  const body = await open(request, files, object, part);
  reply
    .header("etag", eTag)
    .header("last-modified", new Date(lastModified).toUTCString())
    .header("cache-control", options.cacheControl);
  if (part === "unsatisfiable") {
    reply.header("content-range", `bytes */${size}`);
    throw refusal("badRange");
  }
  // Also without a body: browsers replace the headers of their copy.
  reply.headers(fileHeaders(object.metadata.mimetype, object.name, options.download));
  if (part === "unchanged") return reply.code(304).send();

  const { first, last } = part ?? { first: 0, last: size - 1 };
  if (part) reply.code(206).header("content-range", `bytes ${first}-${last}/${size}`);
  return reply
    .header("accept-ranges", "bytes")
    .header("content-length", last - first + 1)
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
