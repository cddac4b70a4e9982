import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { PAYMENT_PROOF_BUCKET } from "../../../domain/payment-proofs.ts";
import type { Caller } from "../../postgres/database.ts";
import type { Bucket } from "../buckets.ts";
import type { FileDigest, IncomingFile } from "../files/file-store.ts";
import { scanUpload } from "../malware/scan-upload.ts";
import { metadataOf, type ObjectDraft } from "../objects.ts";
import type { StorageContext } from "./context.ts";

interface ReceivedUpload {
  readonly caller: Caller;
  readonly bucket: Bucket;
  readonly draft: ObjectDraft;
  readonly declared: { readonly type: string; readonly cacheControl: string };
  readonly version: string;
  readonly file: IncomingFile;
  readonly digest: FileDigest;
}

/** Inspects and scans a file whose bytes have all arrived, and stores it with its row. Returns the id of the row. */
export async function storeUpload(context: StorageContext, upload: ReceivedUpload): Promise<string> {
  const { caller, bucket, draft, declared, version, file, digest } = upload;
  const userId = userIdOf(caller);
  const isDocument = bucket.allowed_mime_types !== null;
  if (isDocument)
    await context.inspector.inspect(file.handle, { bytes: digest.bytes, type: declared.type, userId });
  const scanned = {
    handle: file.handle,
    name: `${draft.bucket}/${draft.name}`,
    userId,
    address: caller.address,
  };
  const scanState = isDocument ? await scanUpload(context, scanned) : null;
  const sha256 = bucket.id === PAYMENT_PROOF_BUCKET ? await hash(file.handle) : undefined;
  await file.commit(digest);
  const metadata = { ...metadataOf(version, declared, digest), ...(sha256 && { sha256 }) };
  return context.objects.write(caller, { ...draft, scanState }, version, metadata);
}

async function hash(handle: FileHandle): Promise<string> {
  const sum = createHash("sha256");
  for await (const chunk of handle.createReadStream({ start: 0, autoClose: false })) sum.update(chunk);
  return sum.digest("hex");
}

export function userIdOf({ claims }: Caller): string | null {
  return typeof claims.sub === "string" ? claims.sub : null;
}
