import type { FastifyInstance } from "fastify";
import { DOCUMENT_LINK_SECONDS } from "../../../domain/documents.ts";
import type { IdentifyCaller } from "../../gateway/identify-caller.ts";
import type { Caller } from "../../postgres/database.ts";
import { refusal } from "../errors.ts";
import type { Links } from "../links.ts";
import type { Objects } from "../objects.ts";
import { EXPIRES_IN, PATHS, WITH_AUTHORIZATION } from "./schemas.ts";

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
export function linkRoutes(app: FastifyInstance, objects: Objects, links: Links, ask: IdentifyCaller): void {
  app.post<{ Params: { bucket: string; "*": string }; Body: { expiresIn: number } }>(
    "/object/sign/:bucket/*",
    { schema: ONE },
    async (request) => {
      const place = { bucket: request.params.bucket, name: request.params["*"] };
      const { expiresIn } = request.body;
      const caller = await ask(request);
      requireShortLinks(caller, [place.name], expiresIn);
      if (!(await objects.find(caller, place, "look"))) throw refusal("objectNotFound");
      return { signedURL: await links.sign(place, expiresIn) };
    },
  );

  app.post<{ Params: { bucket: string }; Body: { expiresIn: number; paths: string[] } }>(
    "/object/sign/:bucket",
    { schema: MANY },
    async (request) => {
      const { bucket } = request.params;
      const { expiresIn, paths } = request.body;
      const caller = await ask(request);
      requireShortLinks(caller, paths, expiresIn);
      const seen = await objects.lookAtNames(caller, bucket, paths);
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

/** A link stays good when the right of whoever made it is taken away; to what is not one's own it is short. */
function requireShortLinks({ role, claims }: Caller, names: readonly string[], expiresIn: number): void {
  if (role === "service_role" || expiresIn <= DOCUMENT_LINK_SECONDS) return;
  if (names.every((name) => name.startsWith(`${claims.sub}/`))) return;
  throw refusal("badRequest", { message: `body/expiresIn must be <= ${DOCUMENT_LINK_SECONDS}` });
}

const UNKNOWN = "Either the object does not exist or you do not have access to it";
