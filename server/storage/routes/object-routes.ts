import type { FastifyInstance, FastifyRequest } from "fastify";
import type { IdentifyCaller } from "../../gateway/identify-caller.ts";
import type { ServiceDatabase } from "../../postgres/database.ts";
import { refusal } from "../errors.ts";
import type { FileStore } from "../files/file-store.ts";
import type { PendingFiles } from "../files/pending-files.ts";
import type { Links } from "../links.ts";
import type { Objects, Place, StoredObject } from "../objects.ts";
import { requireBucket } from "./buckets.ts";
import { PATHS, WITH_AUTHORIZATION } from "./schemas.ts";
import { serveFile } from "./serve-file.ts";

export interface ObjectParts {
  readonly service: ServiceDatabase;
  readonly files: FileStore;
  readonly objects: Objects;
  readonly pendingFiles: PendingFiles;
  readonly links: Links;
  readonly ask: IdentifyCaller;
}

type OneObject = { Params: { bucket: string; "*": string }; Querystring: { download?: string } };
type SignedObject = OneObject & { Querystring: { token: string } };
type Removal = { Params: { bucket: string }; Body: { prefixes: string[] } };

const READ = ["GET", "HEAD"];
const WITH_TOKEN = {
  querystring: { type: "object", properties: { token: { type: "string" } }, required: ["token"] },
};
const WITH_PREFIXES = {
  ...WITH_AUTHORIZATION,
  body: { type: "object", properties: { prefixes: PATHS }, required: ["prefixes"] },
};

export function objectRoutes(app: FastifyInstance, parts: ObjectParts): void {
  const { objects, files, links } = parts;

  app.route<OneObject>({
    method: READ,
    url: "/object/:bucket/*",
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const object = await requireObject(request, parts, request.method === "HEAD" ? "find" : "look");
      reply.header("vary", "authorization");
      return serveFile(request, reply, files, object, {
        cacheControl: privately(object.metadata.cacheControl),
        download: request.query.download,
      });
    },
  });

  app.route<OneObject>({
    method: READ,
    url: "/object/info/:bucket/*",
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      reply.header("cache-control", "private, no-cache");
      return describe(await requireObject(request, parts, "find"));
    },
  });

  app.route<SignedObject>({
    method: READ,
    url: "/object/sign/:bucket/*",
    exposeHeadRoute: false,
    schema: WITH_TOKEN,
    handler: async (request, reply) => {
      const place = placeOf(request);
      await links.verify(request.query.token, place);
      const object = await objects.findForLink(place);
      if (!object) throw refusal("objectNotFound");
      // A link ends; what a browser kept of it would not.
      return serveFile(request, reply, files, object, {
        cacheControl: "private, no-store",
        download: request.query.download,
      });
    },
  });

  app.delete<Removal>("/object/:bucket", { schema: WITH_PREFIXES }, async (request) => {
    const removed = await objects.remove(
      await parts.ask(request),
      request.params.bucket,
      request.body.prefixes,
    );
    if (removed.length > 0) await parts.pendingFiles.removeGone();
    return removed;
  });
}

function placeOf({ params }: FastifyRequest<OneObject>): Place {
  return { bucket: params.bucket, name: params["*"] };
}

/** Hidden is absent: nobody is told which. */
async function requireObject(
  request: FastifyRequest<OneObject>,
  parts: ObjectParts,
  how: "find" | "look",
): Promise<StoredObject> {
  const caller = await parts.ask(request);
  const place = placeOf(request);
  const object = await parts.objects.find(caller, place, how);
  if (object) return object;
  await requireBucket(parts.service, place.bucket);
  // Without a session only public buckets would be there, and there are none.
  const isSignedIn = request.headers.authorization !== undefined;
  throw refusal(isSignedIn ? "objectNotFound" : "bucketNotFound");
}

function describe({ id, name, version, bucket_id, metadata, user_metadata, ...times }: StoredObject): object {
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
    last_modified: times.updated_at,
    created_at: times.created_at,
  };
}

/** Kept by the reader's own browser for as long as the sender said, and by nothing on the way. */
function privately(stored: string): string {
  const seconds = /max-age=(\d{1,9})\b/.exec(stored)?.[1];
  return seconds === undefined ? "private, no-cache" : `private, max-age=${seconds}`;
}
