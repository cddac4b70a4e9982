import { z } from "zod";
import { refusal } from "../errors.ts";
import type { StorageContext } from "./context.ts";
import { endpoint } from "./endpoint.ts";
import { objectParams } from "./schemas.ts";
import { serveFile } from "./serve-file.ts";

const schema = {
  params: objectParams,
  querystring: z.object({ token: z.string(), download: z.string().optional() }),
};

export const readSignedObject = ({ objects, files, links, filesOrigin }: StorageContext) =>
  endpoint(schema, async (request, reply) => {
    const path = { bucket: request.params.bucket, name: request.params["*"] };
    // The official client builds links from the address of the site.
    if (filesOrigin !== undefined && request.host !== new URL(filesOrigin).host)
      return reply.header("cache-control", "no-store").redirect(filesOrigin + request.raw.url, 302);
    const creator = await links.verify(request.query.token, path);
    const object = await objects.find({ ...creator, address: request.ip }, path, "find");
    if (!object) throw refusal("objectNotFound");
    // A cached copy would outlive the link.
    return serveFile(request, reply, files, object, {
      cacheControl: "private, no-store",
      download: request.query.download,
    });
  });
