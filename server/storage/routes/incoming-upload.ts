import type { Readable } from "node:stream";
import type { Multipart, MultipartFile } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import { refusal } from "../errors.ts";

/** An upload whose bytes have not been read yet: a file in a form, or the body itself. */
export interface IncomingUpload {
  readonly type: string;
  readonly cacheControl: string;
  readonly userMetadata: object | undefined;
  /** The declared length. A form does not declare it. */
  readonly bytes: number | undefined;
  /** Stays open if it is not read to its end, because the response uses the same connection. */
  readonly body: AsyncIterable<Buffer>;
  /** Throws if the request did not end properly. Called after the body was read. */
  finish(): Promise<void>;
}

const MAX_METADATA_BYTES = 64 * 1024;

export const FORM_LIMITS = {
  files: 1,
  fields: 10,
  parts: 12,
  fieldSize: MAX_METADATA_BYTES,
  fieldNameSize: 100,
  headerPairs: 20,
  // receive-file.ts enforces the bucket's limit.
  fileSize: Number.POSITIVE_INFINITY,
};

export function readUpload(request: FastifyRequest): Promise<IncomingUpload> {
  return request.isMultipart() ? readForm(request) : Promise.resolve(readBody(request));
}

function readBody({ raw, headers }: FastifyRequest): IncomingUpload {
  const length = headers["content-length"];
  const metadata = headers["x-metadata"];
  return {
    type: headers["content-type"] ?? "application/octet-stream",
    cacheControl: headers["cache-control"]?.slice(0, 100) ?? "no-cache",
    userMetadata:
      typeof metadata === "string" ? parseMetadata(Buffer.from(metadata, "base64").toString()) : undefined,
    bytes: length === undefined ? undefined : Number(length),
    body: readBytes(raw),
    finish: async () => undefined,
  };
}

/** Reads the fields before the file. Fields after it are ignored. */
async function readForm(request: FastifyRequest): Promise<IncomingUpload> {
  const parts = request.parts({ limits: FORM_LIMITS });
  const fields = new Map<string, string>();
  for (let part = await nextPart(parts); part; part = await nextPart(parts)) {
    if (part.type === "file")
      return { ...describeForm(fields, part), finish: async () => void (await nextPart(parts)) };
    fields.set(part.fieldname, String(part.value));
  }
  throw refusal("noContent");
}

async function nextPart(parts: AsyncIterator<Multipart>): Promise<Multipart | undefined> {
  try {
    const { value, done } = await parts.next();
    return done ? undefined : value;
  } catch (cause) {
    throw refusal("incomplete", { cause });
  }
}

export async function* readBytes(stream: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) yield chunk;
  } catch (cause) {
    throw refusal("incomplete", { cause });
  }
}

function describeForm(
  fields: ReadonlyMap<string, string>,
  part: MultipartFile,
): Omit<IncomingUpload, "finish"> {
  return {
    type: fields.get("contentType") ?? part.mimetype,
    cacheControl: cacheControlOf(fields.get("cacheControl")),
    userMetadata: parseMetadata(fields.get("metadata")),
    bytes: undefined,
    body: readBytes(part.file),
  };
}

export function cacheControlOf(seconds: string | undefined): string {
  return seconds && /^\d{1,10}$/.test(seconds) ? `max-age=${seconds}` : "no-cache";
}

export function parseMetadata(text: string | undefined): object | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    // The protocol ignores metadata that it cannot parse.
    return undefined;
  }
}
