import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ApiKeys } from "./identify-caller.ts";

const EXPOSED_HEADERS = [
  "Content-Range",
  "Content-Location",
  "Location",
  "Content-Encoding",
  "Content-Type",
  "Date",
  "Server",
  "Range-Unit",
  "X-Supabase-Api-Version",
].join(", ");

/** Links that a mail or a page opens by itself: whoever follows them has no key to send. */
const WITHOUT_KEY = [
  "/auth/v1/verify",
  "/auth/v1/callback",
  "/auth/v1/.well-known/jwks.json",
  "/storage/v1/object/sign/",
  "/storage/v1/object/public/",
];

/** What holds for all four services alike: cross-origin calls and the API key. */
export function addGateway(app: FastifyInstance, keys: ApiKeys): void {
  app.addHook("onRequest", async (request, reply) => {
    reply.header("access-control-allow-origin", "*").header("access-control-expose-headers", EXPOSED_HEADERS);
    if (request.method === "OPTIONS") return answerPreflight(request, reply);
    if (isWithoutKey(request)) return;
    const key = request.headers.apikey ?? (request.query as Record<string, unknown>).apikey;
    if (key === keys.publishableKey || key === keys.secretKey) return;
    return reply.code(401).send(key === undefined ? NO_KEY : WRONG_KEY);
  });
  // A preflight has no route of its own; without this one the hook above would never see it.
  app.options("/*", async (_request, reply) => reply.code(204).send());
}

const NO_KEY = {
  message: "No API key found in request",
  hint: "No `apikey` request header or url param was found.",
};
const WRONG_KEY = { message: "Invalid API key", hint: "Double check the API key that this site publishes." };

function isWithoutKey(request: FastifyRequest): boolean {
  return (
    (request.method === "GET" || request.method === "HEAD") &&
    WITHOUT_KEY.some((path) => request.url.split("?", 1)[0]?.startsWith(path))
  );
}

function answerPreflight(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply
    .code(204)
    .header("access-control-allow-methods", "GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS")
    .header("access-control-allow-headers", request.headers["access-control-request-headers"] ?? "*")
    .header("access-control-max-age", "86400")
    .send();
}
