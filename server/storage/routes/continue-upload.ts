import { z } from "zod";
import { refusal } from "../errors.ts";
import { receiveParts } from "../resumable/receive-parts.ts";
import type { StorageContext } from "./context.ts";
import { endpoint } from "./endpoint.ts";
import { bearerRequired } from "./schemas.ts";
import { addOffset, requireBytes, requireContentType } from "./tus.ts";

const schema = { headers: bearerRequired, params: z.object({ id: z.string() }) };

/** Receives the bytes from the current offset on. */
export const continueUpload = (context: StorageContext) =>
  endpoint(schema, async (request, reply) => {
    requireContentType(request.headers);
    const offset = requireBytes(request.headers, "upload-offset");
    const caller = await context.identify(request);
    const upload = await context.resumable.require(caller, request.params.id);
    if (offset !== upload.received) throw refusal("offsetConflict");
    const newOffset = await receiveParts(context, caller, upload, request.raw);
    return addOffset(reply.code(204), upload, newOffset).send();
  });
