import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { FORM_LIMITS } from "./incoming-upload.ts";

/** Many clients read the response only after they have sent the whole body, so the rest of it is read for this long. */
const DRAIN_TIMEOUT_MS = 10_000;

/** Leaves bodies unparsed, so that the handlers of this scope read the bytes themselves. */
export async function acceptUploads(scope: FastifyInstance): Promise<void> {
  scope.addHook("onRoute", (route) => {
    route.config = { ...route.config, streamsBody: true };
  });
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
  await scope.register(multipart, { limits: FORM_LIMITS, throwFileSizeLimit: false });
  scope.addHook("onResponse", async (request) => drainBody(request));
}

function drainBody({ raw }: FastifyRequest): void {
  if (raw.complete || raw.destroyed) return;
  raw.unpipe();
  raw.resume();
  const timer = setTimeout(() => raw.destroy(), DRAIN_TIMEOUT_MS);
  raw.once("close", () => clearTimeout(timer));
}
