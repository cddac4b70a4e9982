import { z } from "zod";
import type { StorageContext } from "./context.ts";
import { endpoint } from "./endpoint.ts";
import { bearerRequired } from "./schemas.ts";
import { addOffset } from "./tus.ts";

const schema = { headers: bearerRequired, params: z.object({ id: z.string() }) };

/** Returns how many bytes are durable. */
export const readOffset = ({ identify, resumable, activeUploads }: StorageContext) =>
  endpoint(schema, async (request, reply) => {
    const caller = await identify(request);
    const { id } = await resumable.require(caller, request.params.id);
    await activeUploads.interrupt(id);
    const upload = await resumable.require(caller, id);
    return addOffset(reply, upload, upload.received)
      .header("upload-length", upload.length)
      .header("upload-metadata", upload.metadata)
      .send();
  });
