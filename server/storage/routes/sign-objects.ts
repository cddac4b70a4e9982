import { z } from "zod";
import type { StorageContext } from "./context.ts";
import { endpoint } from "./endpoint.ts";
import { requireShortLifetime } from "./link-lifetime.ts";
import { bearerRequired, bucketParams, linkSeconds, objectNames } from "./schemas.ts";

const schema = {
  headers: bearerRequired,
  params: bucketParams,
  body: z.object({ expiresIn: linkSeconds, paths: objectNames }),
};

const NOT_FOUND = "Either the object does not exist or you do not have access to it";

/** Signing counts as viewing, because nothing records who follows the links. */
export const signObjects = ({ objects, links, identify }: StorageContext) =>
  endpoint(schema, async (request) => {
    const { bucket } = request.params;
    const { expiresIn, paths } = request.body;
    const caller = await identify(request);
    requireShortLifetime(caller, expiresIn);
    const visible = await objects.viewNames(caller, bucket, paths);
    return Promise.all(
      paths.map(async (path) =>
        visible.has(path)
          ? { error: null, path, signedURL: await links.sign(caller, { bucket, name: path }, expiresIn) }
          : { error: NOT_FOUND, path, signedURL: null },
      ),
    );
  });
