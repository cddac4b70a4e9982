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
    return serveFile(request, reply, context.files, object, {
      cacheControl: privateCacheControl(object.metadata.cacheControl),
      download: request.query.download,
    });
  });

/** Lets the reader's browser cache the file for as long as the uploader chose, and proxies never. */
function privateCacheControl(stored: string): string {
  const seconds = /max-age=(\d{1,9})\b/.exec(stored)?.[1];
  return seconds === undefined ? "private, no-cache" : `private, max-age=${seconds}`;
}
