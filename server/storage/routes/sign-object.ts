import { z } from "zod";
import { refusal } from "../errors.ts";
import type { StorageContext } from "./context.ts";
import { endpoint } from "./endpoint.ts";
import { requireShortLifetime } from "./link-lifetime.ts";
import { bearerRequired, linkSeconds, objectParams } from "./schemas.ts";

const schema = { headers: bearerRequired, params: objectParams, body: z.object({ expiresIn: linkSeconds }) };

/** Signing counts as viewing, because nothing records who follows the link. */
export const signObject = ({ objects, links, identify }: StorageContext) =>
  endpoint(schema, async (request) => {
    const path = { bucket: request.params.bucket, name: request.params["*"] };
    const { expiresIn } = request.body;
    const caller = await identify(request);
    requireShortLifetime(caller, expiresIn);
    if (!(await objects.find(caller, path, "view"))) throw refusal("objectNotFound");
    return { signedURL: await links.sign(caller, path, expiresIn) };
  });
