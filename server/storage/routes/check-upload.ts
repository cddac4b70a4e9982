import { extensionsOf, hasFittingExtension, isDocumentType } from "../../../domain/documents.ts";
import type { Caller } from "../../postgres/database.ts";
import type { Bucket } from "../buckets.ts";
import { refusal } from "../errors.ts";
import type { ObjectDraft } from "../objects.ts";
import type { StorageContext } from "./context.ts";

/** The limit for buckets without one of their own. */
export const MAX_BYTES = 50 * 1024 * 1024;

export function maxBytesOf(bucket: Bucket): number {
  return bucket.file_size_limit ?? MAX_BYTES;
}

/** Checks all that is known before the first byte: type, declared length, rules, and the ending of the name. */
export async function checkUpload(
  { objects }: StorageContext,
  caller: Caller,
  bucket: Bucket,
  draft: ObjectDraft,
  { type, bytes }: { readonly type: string; readonly bytes: number | undefined },
): Promise<void> {
  const types = bucket.allowed_mime_types;
  if (types && !types.some((entry) => matches(type, entry)))
    throw refusal("unsupportedType", { message: `mime type ${type} is not supported` });
  if (bytes !== undefined && bytes > maxBytesOf(bucket)) throw refusal("tooLarge");
  const declared = bytes === undefined ? {} : { contentLength: bytes };
  await objects.checkWrite(caller, draft, { mimetype: type, ...declared });
  if (types) requireFittingName(draft.name, type);
}

/** Programs choose how to open a downloaded file by its extension. */
function requireFittingName(name: string, type: string): void {
  if (!isDocumentType(type) || hasFittingExtension(name, type)) return;
  const endings = extensionsOf(type).map((extension) => `.${extension}`);
  throw refusal("unsupportedType", {
    message: `The name of this file does not fit its type. It must end in ${endings.join(" or ")}.`,
  });
}

/** An entry of a bucket's list is a type or a wildcard such as `image/*`. A type with parameters is another type. */
function matches(type: string, entry: string): boolean {
  return entry.endsWith("/*") ? type.startsWith(entry.slice(0, -1)) : type === entry;
}
