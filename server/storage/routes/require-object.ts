import type { FastifyRequest } from "fastify";
import { requireBucket } from "../buckets.ts";
import { refusal } from "../errors.ts";
import type { ObjectPath, StoredObject } from "../objects.ts";
import type { StorageContext } from "./context.ts";

/** Refuses a hidden object in the same way as a missing one. */
export async function requireObject(
  request: FastifyRequest,
  { identify, objects, service }: StorageContext,
  path: ObjectPath,
  access: "find" | "view",
): Promise<StoredObject> {
  const object = await objects.find(await identify(request), path, access);
  if (object) return object;
  await requireBucket(service, path.bucket);
  // Without a Bearer token, the protocol searches public buckets only, and there are none.
  const hasBearer = request.headers.authorization !== undefined;
  throw refusal(hasBearer ? "objectNotFound" : "bucketNotFound");
}
