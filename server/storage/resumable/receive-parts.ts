import type { IncomingMessage } from "node:http";
import { kindOf } from "../../errors/kind-of.ts";
import { Refusal } from "../../errors/refusal.ts";
import type { Caller } from "../../postgres/database.ts";
import { requireBucket } from "../buckets.ts";
import { refusal } from "../errors.ts";
import type { FileStore, IncomingFile } from "../files/file-store.ts";
import { receiveFile } from "../files/receive-file.ts";
import { checkUpload } from "../routes/check-upload.ts";
import type { StorageContext } from "../routes/context.ts";
import { storeUpload, userIdOf } from "../routes/store-upload.ts";
import { describeUpload } from "./describe-upload.ts";
import { PartedBody } from "./parted-body.ts";
import type { ResumableUpload, UploadPart } from "./resumable-uploads.ts";

/** A killed server loses at most this much of a request. */
const PART_BYTES = 1024 * 1024;
/** An honest upload of 10 MB is never cut this often. Each part is a file and a row. */
const MAX_PARTS = 1_000;

/** Receives more bytes of an upload, stores it when they are the last ones, and returns the new offset. */
export function receiveParts(
  context: StorageContext,
  caller: Caller,
  upload: ResumableUpload,
  request: IncomingMessage,
): Promise<number> {
  return context.activeUploads.run(upload.id, request, async () => {
    if (upload.parts >= MAX_PARTS) throw refusal("tooManyParts");
    if (Number(request.headers["content-length"] ?? 0) > upload.length - upload.received)
      throw refusal("tooLarge");
    if (!upload.isComplete) await checkAgain(context, caller, upload);
    const body = new PartedBody(request);
    try {
      let offset = upload.received;
      while (offset < upload.length && (await body.hasMore()))
        offset += await receivePart(context, caller, upload, offset, body);
      if (await body.hasMore()) throw refusal("tooLarge");
      return offset;
    } finally {
      await body.finish();
    }
  });
}

/** The plan may have ended since the last request, or the fifth document may have arrived. */
async function checkAgain(context: StorageContext, caller: Caller, upload: ResumableUpload): Promise<void> {
  const bucket = await requireBucket(context.service, upload.bucket);
  const { draft, type } = describeUpload(upload);
  await checkUpload(context, caller, bucket, draft, { type, bytes: upload.length });
}

function receivePart(
  context: StorageContext,
  caller: Caller,
  upload: ResumableUpload,
  offset: number,
  body: PartedBody,
): Promise<number> {
  const { files, pendingFiles, resumable, maxUploadsInFlight } = context;
  const { id, bucket, name, length } = upload;
  const maxBytes = Math.min(PART_BYTES, length - offset);
  const place = { userId: userIdOf(caller), bucket, name, maxInFlight: maxUploadsInFlight };
  return pendingFiles.receive(async (version) => {
    const file = await files.receive(version);
    try {
      const digest = await receiveFile(body.take(maxBytes), file.handle, maxBytes);
      if (offset + digest.bytes < length) {
        await file.commit(digest);
        await resumable.addPart(id, offset, { version, bytes: digest.bytes });
      } else {
        if (await body.hasMore()) throw refusal("tooLarge");
        await complete(context, caller, { ...upload, received: offset }, file);
        await pendingFiles.abandon(version);
      }
      return digest.bytes;
    } finally {
      await file.close();
    }
  }, place);
}

/** Joins the stored parts with the last one. Nothing of a file that is refused is kept. */
async function complete(
  context: StorageContext,
  caller: Caller,
  upload: ResumableUpload,
  last: IncomingFile,
): Promise<void> {
  const { service, files, pendingFiles, resumable } = context;
  const bucket = await requireBucket(service, upload.bucket);
  const parts = await resumable.partsOf(upload.id);
  const { draft, type, cacheControl } = describeUpload(upload);
  const completes = { id: upload.id, received: upload.received };
  // The user's upload in flight is the request that brings the last part.
  const place = { userId: null, bucket: upload.bucket, name: upload.name, maxInFlight: null };
  try {
    await pendingFiles.receive(async (version) => {
      const file = await files.receive(version);
      try {
        const digest = await receiveFile(join(files, parts, last), file.handle, upload.length);
        if (digest.bytes !== upload.length) throw refusal("offsetConflict");
        const declared = { type, cacheControl };
        await storeUpload(context, {
          caller,
          bucket,
          draft: { ...draft, completes },
          declared,
          version,
          file,
          digest,
        });
      } finally {
        await file.close();
      }
    }, place);
  } catch (error) {
    if (isFinal(error)) await resumable.remove(upload.id);
    throw error;
  } finally {
    await pendingFiles.removeScheduled();
  }
}

async function* join(
  files: FileStore,
  parts: readonly UploadPart[],
  last: IncomingFile,
): AsyncGenerator<Buffer> {
  for (const { version, bytes } of parts) {
    const part = await files.read(version, { first: 0, last: bytes - 1 });
    // Removed since the rows were read: the upload has ended, or is completed by another request.
    if (!part) throw refusal("offsetConflict");
    yield* part;
  }
  yield* last.handle.createReadStream({ start: 0, autoClose: false });
}

const FINAL_KINDS = new Set(["notAllowed", "conflict", "invalid", "refused", "tooLarge"]);

/** A session that has ended, a full disk or an unreachable database may be different at the next attempt. */
function isFinal(error: unknown): boolean {
  return error instanceof Refusal || FINAL_KINDS.has(kindOf(error));
}
