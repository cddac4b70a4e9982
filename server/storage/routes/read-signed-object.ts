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

export const readSignedObject = ({ objects, files, links }: StorageContext) =>
  endpoint(schema, async (request, reply) => {
    const path = { bucket: request.params.bucket, name: request.params["*"] };
    await links.verify(request.query.token, path);
    const object = await objects.findForLink(path);
    if (!object) throw refusal("objectNotFound");
    // A cached copy would outlive the link.
    return serveFile(request, reply, files, object, {
      cacheControl: "private, no-store",
      download: request.query.download,
    });
  });
