import type { StorageContext } from "./context.ts";
import { endpoint } from "./endpoint.ts";
import { requireObject } from "./require-object.ts";
import { objectParams } from "./schemas.ts";

const schema = { params: objectParams };

export const readObjectInfo = (context: StorageContext) =>
  endpoint(schema, async (request, reply) => {
    const path = { bucket: request.params.bucket, name: request.params["*"] };
    reply.header("cache-control", "private, no-cache");
    const object = await requireObject(request, context, path, "find");
    const { id, name, version, bucket_id, metadata, user_metadata, updated_at, created_at } = object;
    return {
      id,
      name,
      version,
      bucket_id,
      size: metadata.size,
      content_type: metadata.mimetype,
      cache_control: metadata.cacheControl,
      etag: metadata.eTag,
      metadata: user_metadata,
      last_modified: updated_at,
      created_at,
    };
  });
