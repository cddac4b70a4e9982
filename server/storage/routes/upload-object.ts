import { Failure } from "../../errors/failure.ts";
import { requireBucket } from "../buckets.ts";
import { receiveFile } from "../files/receive-file.ts";
import { checkUpload, maxBytesOf } from "./check-upload.ts";
import type { StorageContext } from "./context.ts";
import { type EndpointRequest, endpoint } from "./endpoint.ts";
import { readUpload } from "./incoming-upload.ts";
import { bearerRequired, objectParams } from "./schemas.ts";
import { storeUpload, userIdOf } from "./store-upload.ts";

const schema = { headers: bearerRequired, params: objectParams };

export const uploadObject = (context: StorageContext) =>
  endpoint(schema, (request) => upload(request, context, request.headers["x-upsert"] === "true"));

export const replaceObject = (context: StorageContext) =>
  endpoint(schema, (request) => upload(request, context, true));

/** Checks in the protocol's order: bucket, type, declared length, rules, and then the bytes. */
async function upload(request: EndpointRequest<typeof schema>, context: StorageContext, overwrite: boolean) {
  const { service, files, pendingFiles } = context;
  const caller = await context.identify(request);
  // No policy lets a visitor write. Refused here, because the policies are checked only after the fields of a form.
  if (caller.role === "anon") throw new Failure("notAllowed", "a visitor uploads a file");
  const bucket = await requireBucket(service, request.params.bucket);
  const incoming = await readUpload(request);
  const { userMetadata } = incoming;
  const draft = { bucket: bucket.id, name: request.params["*"], overwrite, userMetadata };
  await checkUpload(context, caller, bucket, draft, incoming);

  const place = { ...draft, userId: userIdOf(caller), maxInFlight: context.maxUploadsInFlight };
  const id = await pendingFiles.receive(async (version) => {
    const file = await files.receive(version);
    try {
      const digest = await receiveFile(incoming.body, file.handle, maxBytesOf(bucket));
      await incoming.finish();
      return await storeUpload(context, { caller, bucket, draft, declared: incoming, version, file, digest });
    } finally {
      await file.close();
    }
  }, place);
  if (overwrite) await pendingFiles.removeScheduled();
  return { Id: id, Key: `${draft.bucket}/${draft.name}` };
}
