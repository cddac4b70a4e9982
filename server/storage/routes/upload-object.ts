import { extensionsOf, hasFittingExtension, isDocumentType } from "../../../domain/documents.ts";
import { Failure } from "../../errors/failure.ts";
import type { Caller } from "../../postgres/database.ts";
import { requireBucket } from "../buckets.ts";
import { refusal } from "../errors.ts";
import type { FileDigest, IncomingFile } from "../files/file-store.ts";
import { receiveFile } from "../files/receive-file.ts";
import { type ScannedUpload, scanUpload } from "../malware/scan-upload.ts";
import { metadataOf, type ObjectDraft } from "../objects.ts";
import type { StorageContext } from "./context.ts";
import { type EndpointRequest, endpoint } from "./endpoint.ts";
import { type IncomingUpload, readUpload } from "./incoming-upload.ts";
import { bearerRequired, objectParams } from "./schemas.ts";

const schema = { headers: bearerRequired, params: objectParams };

/** The limit for buckets without one of their own. */
const MAX_BYTES = 50 * 1024 * 1024;

export const uploadObject = (context: StorageContext) =>
  endpoint(schema, (request) => upload(request, context, request.headers["x-upsert"] === "true"));

export const replaceObject = (context: StorageContext) =>
  endpoint(schema, (request) => upload(request, context, true));

/** Checks in the protocol's order: bucket, type, declared length, rules, and then the bytes. */
async function upload(request: EndpointRequest<typeof schema>, context: StorageContext, overwrite: boolean) {
  const { service, objects, files, pendingFiles, inspector } = context;
  const caller = await context.identify(request);
  // No policy lets a visitor write. Refused here, because the policies are checked only after the fields of a form.
  if (caller.role === "anon") throw new Failure("notAllowed", "a visitor uploads a file");
  const bucket = await requireBucket(service, request.params.bucket);
  const incoming = await readUpload(request);
  const types = bucket.allowed_mime_types;
  if (types && !types.some((type) => matches(incoming.type, type)))
    throw refusal("unsupportedType", { message: `mime type ${incoming.type} is not supported` });
  const maxBytes = bucket.file_size_limit ?? MAX_BYTES;
  if (incoming.bytes !== undefined && incoming.bytes > maxBytes) throw refusal("tooLarge");

  const { userMetadata } = incoming;
  const draft: ObjectDraft = { bucket: bucket.id, name: request.params["*"], overwrite, userMetadata };
  const declared = incoming.bytes === undefined ? {} : { contentLength: incoming.bytes };
  await objects.checkWrite(caller, draft, { mimetype: incoming.type, ...declared });
  if (types) requireFittingName(draft.name, incoming.type);

  const place = { ...draft, userId: userIdOf(caller), maxInFlight: context.maxUploadsInFlight };
  const id = await pendingFiles.receive(async (version) => {
    const file = await files.receive(version);
    try {
      const digest = await readBytes(incoming, file, maxBytes);
      const inspected = { bytes: digest.bytes, type: incoming.type, userId: place.userId };
      if (types) await inspector.inspect(file.handle, inspected);
      const scanState = types ? await scanUpload(context, scannedUpload(request, caller, file)) : null;
      await file.commit(digest);
      const metadata = metadataOf(version, incoming, digest);
      return await objects.write(caller, { ...draft, scanState }, version, metadata);
    } finally {
      await file.close();
    }
  }, place);
  if (overwrite) await pendingFiles.removeScheduled();
  return { Id: id, Key: `${draft.bucket}/${draft.name}` };
}

async function readBytes(
  incoming: IncomingUpload,
  file: IncomingFile,
  maxBytes: number,
): Promise<FileDigest> {
  const digest = await receiveFile(incoming.body, file.handle, maxBytes);
  await incoming.finish();
  return digest;
}

function scannedUpload(
  { params, ip }: EndpointRequest<typeof schema>,
  caller: Caller,
  { handle }: IncomingFile,
): ScannedUpload {
  return { handle, name: `${params.bucket}/${params["*"]}`, userId: userIdOf(caller), address: ip };
}

function userIdOf({ claims }: Caller): string | null {
  return typeof claims.sub === "string" ? claims.sub : null;
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
