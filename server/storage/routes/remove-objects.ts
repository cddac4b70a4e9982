import { z } from "zod";
import type { StorageContext } from "./context.ts";
import { endpoint } from "./endpoint.ts";
import { bearerRequired, bucketParams, objectNames } from "./schemas.ts";

const schema = { headers: bearerRequired, params: bucketParams, body: z.object({ prefixes: objectNames }) };

export const removeObjects = ({ objects, pendingFiles, identify }: StorageContext) =>
  endpoint(schema, async (request) => {
    const caller = await identify(request);
    const removed = await objects.remove(caller, request.params.bucket, request.body.prefixes);
    if (removed.length > 0) await pendingFiles.removeScheduled();
    return removed;
  });
