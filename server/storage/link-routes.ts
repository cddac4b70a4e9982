import type { FastifyInstance } from "fastify";
import type { AskCaller } from "./callers.ts";
import type { Links } from "./links.ts";
import type { Objects } from "./objects.ts";
import { EXPIRES_IN, PATHS, WITH_AUTHORIZATION } from "./schemas.ts";
import { StorageError } from "./storage-error.ts";

const ONE = {
  ...WITH_AUTHORIZATION,
  body: { type: "object", properties: { expiresIn: EXPIRES_IN }, required: ["expiresIn"] },
};
const MANY = {
  ...WITH_AUTHORIZATION,
  body: {
    type: "object",
    properties: { expiresIn: EXPIRES_IN, paths: PATHS },
    required: ["expiresIn", "paths"],
  },
};

/** Whoever may see an object may sign a link to it; that counts as the look, as nobody sees who follows a link. */
export function linkRoutes(app: FastifyInstance, objects: Objects, links: Links, ask: AskCaller): void {
  app.post<{ Params: { bucket: string; "*": string }; Body: { expiresIn: number } }>(
    "/object/sign/:bucket/*",
    { schema: ONE },
    async (request) => {
      const place = { bucket: request.params.bucket, name: request.params["*"] };
      if (!(await objects.find(await ask(request), place, "look"))) throw new StorageError("objectNotFound");
      return { signedURL: await links.sign(place, request.body.expiresIn) };
    },
  );

  app.post<{ Params: { bucket: string }; Body: { expiresIn: number; paths: string[] } }>(
    "/object/sign/:bucket",
    { schema: MANY },
    async (request) => {
      const { bucket } = request.params;
      const { expiresIn, paths } = request.body;
      const seen = await objects.lookAtNames(await ask(request), bucket, paths);
      return Promise.all(
        paths.map(async (path) =>
          seen.has(path)
            ? { error: null, path, signedURL: await links.sign({ bucket, name: path }, expiresIn) }
            : { error: UNKNOWN, path, signedURL: null },
        ),
      );
    },
  );
}

const UNKNOWN = "Either the object does not exist or you do not have access to it";
