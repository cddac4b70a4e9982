import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance, FastifyReply } from "fastify";
import { EXPOSED_HEADERS } from "../../gateway/gateway.ts";
import { refusal } from "../errors.ts";
import type { ResumableUpload } from "../resumable/resumable-uploads.ts";
import { MAX_BYTES } from "./check-upload.ts";

/** The protocol of resumable uploads, version 1.0.0: https://tus.io/protocols/resumable-upload */

export const RESUMABLE = "/upload/resumable";
const VERSION = "1.0.0";
const WRONG_VERSION = 412;
const CONTENT_TYPE = "application/offset+octet-stream";

const OPTIONS = {
  "tus-version": VERSION,
  "tus-extension": "creation,creation-with-upload,expiration,termination",
  "tus-max-size": MAX_BYTES,
};
const TUS_HEADERS = [
  "Tus-Resumable",
  "Tus-Version",
  "Tus-Extension",
  "Tus-Max-Size",
  "Upload-Offset",
  "Upload-Length",
  "Upload-Metadata",
  "Upload-Expires",
].join(", ");

/** Adds the protocol's headers to every response of the scope, and checks the version of every request. */
export function speakTus(scope: FastifyInstance): void {
  scope.addHook("onSend", async (request, reply) => {
    reply
      .header("tus-resumable", VERSION)
      .header("access-control-expose-headers", `${EXPOSED_HEADERS}, ${TUS_HEADERS}`);
    if (request.method === "OPTIONS" || reply.statusCode === WRONG_VERSION) reply.headers(OPTIONS);
  });
  scope.addHook("preValidation", async ({ headers }) => {
    if (headers["tus-resumable"] !== VERSION) throw refusal("badVersion");
  });
  // The gateway replies to every OPTIONS request, as to a preflight. These routes add the headers above.
  for (const url of [RESUMABLE, `${RESUMABLE}/*`])
    scope.options(url, async (_request, reply) => reply.code(204).send());
}

export function requireContentType(headers: IncomingHttpHeaders): void {
  if (headers["content-type"] !== CONTENT_TYPE) throw refusal("badContentType");
}

/** Reads a header with a number of bytes. */
export function requireBytes(headers: IncomingHttpHeaders, name: "upload-length" | "upload-offset"): number {
  const value = headers[name];
  if (typeof value !== "string" || !/^\d{1,15}$/.test(value))
    throw refusal("badRequest", { message: `The header ${name} must be a number of bytes` });
  return Number(value);
}

export function addOffset(reply: FastifyReply, { expiresAt }: ResumableUpload, offset: number): FastifyReply {
  return reply.header("upload-offset", offset).header("upload-expires", expiresAt.toUTCString());
}
