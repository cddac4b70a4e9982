import { z } from "zod";
import { refusal } from "../errors.ts";
import type { StorageContext } from "./context.ts";
import { endpoint } from "./endpoint.ts";
import { bearerRequired } from "./schemas.ts";

const schema = { headers: bearerRequired, params: z.object({ id: z.string() }) };

/** Ends an unfinished upload and removes its bytes. A stored file is removed as an object. */
export const removeUpload = ({ identify, resumable, activeUploads, pendingFiles }: StorageContext) =>
  endpoint(schema, async (request, reply) => {
    const caller = await identify(request);
    const { id } = await resumable.require(caller, request.params.id);
    await activeUploads.interrupt(id);
    if ((await resumable.require(caller, id)).isComplete) throw refusal("uploadComplete");
    await resumable.remove(id);
    await pendingFiles.removeScheduled();
    return reply.code(204).send();
  });
