import { z } from "zod";
import type { StorageContext } from "./context.ts";
import { endpoint } from "./endpoint.ts";
import { requireObject } from "./require-object.ts";
import { objectParams } from "./schemas.ts";
import { serveFile } from "./serve-file.ts";

const schema = { params: objectParams, querystring: z.object({ download: z.string().optional() }) };

export const readObject = (context: StorageContext) =>
  endpoint(schema, async (request, reply) => {
    const path = { bucket: request.params.bucket, name: request.params["*"] };
    const object = await requireObject(request, context, path, request.method === "HEAD" ? "find" : "view");
    reply.header("vary", "authorization");
    // A phone may be shared: a cached copy would outlive the logout. The uploader's `cacheControl` is kept as metadata
    // only.
    return serveFile(request, reply, context.files, object, {
      cacheControl: "private, no-store",
      download: request.query.download,
    });
  });
