import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { IdentifyCaller } from "../../gateway/identify-caller.ts";
import type { ServiceDatabase } from "../../postgres/database.ts";
import { refusal } from "../errors.ts";
import { findFileType } from "../file-type/find-file-type.ts";
import type { FileStore, FileSum, IncomingFile } from "../files/file-store.ts";
import type { PendingFiles } from "../files/pending-files.ts";
import { receiveFile } from "../files/receive-file.ts";
import { type Draft, metadataOf, type Objects } from "../objects.ts";
import { requireBucket } from "./buckets.ts";
import { FORM_LIMITS, type Incoming, readIncoming } from "./incoming.ts";
import { WITH_AUTHORIZATION } from "./schemas.ts";

export interface UploadParts {
  readonly service: ServiceDatabase;
  readonly files: FileStore;
  readonly objects: Objects;
  readonly pendingFiles: PendingFiles;
  readonly ask: IdentifyCaller;
}

type Upload = { Params: { bucket: string; "*": string } };

/** For buckets that name no limit of their own. */
const MAX_BYTES = 50 * 1024 * 1024;
/** A sender that falls silent is cut off; one that is merely slow is not. */
const SILENCE_MILLISECONDS = 60_000;
/** What a refused sender still sends is read and thrown away for so long, so that the answer reaches him. */
const LET_PASS_MILLISECONDS = 10_000;

export function uploadRoutes(app: FastifyInstance, parts: UploadParts): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The bytes are nobody's but the handler's.
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
    await scope.register(multipart, { limits: FORM_LIMITS, throwFileSizeLimit: false });
    scope.addHook("onResponse", async (request) => letPass(request));

    const schema = WITH_AUTHORIZATION;
    scope.post<Upload>("/object/:bucket/*", { schema }, (request) =>
      upload(request, parts, request.headers["x-upsert"] === "true"),
    );
    scope.put<Upload>("/object/:bucket/*", { schema }, (request) => upload(request, parts, true));
  });
}

/** The order is the protocol's: bucket, type, declared length, rules, and only then the bytes. */
async function upload(request: FastifyRequest<Upload>, parts: UploadParts, overwrite: boolean) {
  const caller = await parts.ask(request);
  const bucket = await requireBucket(parts.service, request.params.bucket);
  const incoming = await unlessSilent(request, () => readIncoming(request));
  const types = bucket.allowed_mime_types;
  if (types && !types.some((type) => matches(incoming.type, type)))
    throw refusal("unsupportedType", { message: `mime type ${incoming.type} is not supported` });
  const maxBytes = bucket.file_size_limit ?? MAX_BYTES;
  if (incoming.bytes !== undefined && incoming.bytes > maxBytes) throw refusal("tooLarge");

  const { userMetadata } = incoming;
  const draft: Draft = { bucket: bucket.id, name: request.params["*"], overwrite, userMetadata };
  const announced = incoming.bytes === undefined ? {} : { contentLength: incoming.bytes };
  await parts.objects.tryWrite(caller, draft, { mimetype: incoming.type, ...announced });

  const id = await parts.pendingFiles.receive(async (version) => {
    const file = await parts.files.receive(version);
    try {
      const sum = await unlessSilent(request, () => readBytes(incoming, file, maxBytes));
      if (types) await requireType(file, sum, incoming.type);
      await file.keep(sum);
      return await parts.objects.write(caller, draft, version, metadataOf(version, incoming, sum));
    } finally {
      await file.close();
    }
  });
  if (overwrite) await parts.pendingFiles.removeGone();
  return { Id: id, Key: `${draft.bucket}/${draft.name}` };
}

async function readBytes(incoming: Incoming, file: IncomingFile, maxBytes: number): Promise<FileSum> {
  const sum = await receiveFile(incoming.body, file.handle, maxBytes);
  await incoming.finish();
  return sum;
}

/** A file that is not what its sender says is not taken, whatever it is. */
async function requireType(file: IncomingFile, { bytes }: FileSum, type: string): Promise<void> {
  if ((await findFileType(file.handle, bytes)) === type) return;
  throw refusal("unsupportedType", { message: `the contents of this file are not of type ${type}` });
}

async function unlessSilent<T>({ raw }: FastifyRequest, work: () => Promise<T>): Promise<T> {
  const cutOff = () => raw.destroy();
  raw.setTimeout(SILENCE_MILLISECONDS).once("timeout", cutOff);
  try {
    return await work();
  } finally {
    raw.setTimeout(0).off("timeout", cutOff);
  }
}

/** An entry of a bucket's list is a type, or all of a kind: `image/*`. A type with parameters is another type. */
function matches(type: string, entry: string): boolean {
  return entry.endsWith("/*") ? type.startsWith(entry.slice(0, -1)) : type === entry;
}

function letPass({ raw }: FastifyRequest): void {
  if (raw.complete || raw.destroyed) return;
  raw.unpipe();
  raw.resume();
  const timer = setTimeout(() => raw.destroy(), LET_PASS_MILLISECONDS);
  raw.once("close", () => clearTimeout(timer));
}
