import { Failure } from "../../errors/failure.ts";
import { requireBucket } from "../buckets.ts";
import { refusal } from "../errors.ts";
import { describeUpload } from "../resumable/describe-upload.ts";
import { receiveParts } from "../resumable/receive-parts.ts";
import { checkUpload } from "./check-upload.ts";
import type { StorageContext } from "./context.ts";
import { endpoint } from "./endpoint.ts";
import { bearerRequired } from "./schemas.ts";
import { userIdOf } from "./store-upload.ts";
import { addOffset, RESUMABLE, requireBytes, requireContentType } from "./tus.ts";

/** Begins a resumable upload. The request may bring the first bytes. */
export const createUpload = (context: StorageContext) =>
  endpoint({ headers: bearerRequired }, async (request, reply) => {
    const { headers, raw } = request;
    const caller = await context.identify(request);
    if (caller.role === "anon") throw new Failure("notAllowed", "a visitor uploads a file");
    const length = requireBytes(headers, "upload-length");
    if (length === 0) throw refusal("noContent");
    const metadata = String(headers["upload-metadata"] ?? "");
    const overwrite = headers["x-upsert"] === "true";
    const { draft, type } = describeUpload({ metadata, overwrite });
    const bucket = await requireBucket(context.service, draft.bucket);
    await checkUpload(context, caller, bucket, draft, { type, bytes: length });
    if (headers["content-type"] !== undefined) requireContentType(headers);

    const upload = await context.resumable.create(userIdOf(caller), draft, { length, metadata });
    reply.code(201).header("location", `/storage/v1${RESUMABLE}/${upload.id}`);
    const offset =
      headers["content-type"] === undefined ? 0 : await receiveParts(context, caller, upload, raw);
    return addOffset(reply, upload, offset).send();
  });
