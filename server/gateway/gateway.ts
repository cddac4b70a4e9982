import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ApiKeys } from "./identify-caller.ts";
import { OPEN_TO_EVERY_ORIGIN } from "./security-headers.ts";

export const EXPOSED_HEADERS = [
  "Content-Range",
  "Content-Location",
  "Location",
  "Content-Encoding",
  "Content-Type",
  "Date",
  "Server",
  "Range-Unit",
  "Retry-After",
  "X-Supabase-Api-Version",
  "WWW-Authenticate",
  "X-Sb-Error-Code",
].join(", ");

const HEADERS = {
  ...OPEN_TO_EVERY_ORIGIN,
  "access-control-expose-headers": EXPOSED_HEADERS,
  // Responses contain personal data. A route whose responses may be cached sets its own header.
  "cache-control": "no-store",
};

/** The targets of links in mails and pages. A browser that follows a link sends no API key. */
const PATHS_WITHOUT_KEY = [
  "/auth/v1/verify",
  "/auth/v1/callback",
  "/auth/v1/.well-known/jwks.json",
  "/storage/v1/object/sign/",
  "/storage/v1/object/public/",
];

/** Adds what all four services share: cross-origin access and the API key check. */
export function addGateway(app: FastifyInstance, keys: ApiKeys): void {
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(HEADERS);
    if (request.method === "OPTIONS") return void replyToPreflight(request, reply);
    const key = request.headers.apikey ?? (request.query as Record<string, unknown>).apikey;
    if (key === keys.publishableKey || key === keys.secretKey || needsNoKey(request)) return done();
    reply.code(401).send(key === undefined ? NO_KEY : WRONG_KEY);
  });
  // A preflight has no route of its own. Without this one, the hook above would not run.
  app.options("/*", async (_request, reply) => reply.code(204).send());
}

const NO_KEY = {
  message: "No API key found in request",
  hint: "No `apikey` request header or url param was found.",
};
const WRONG_KEY = { message: "Invalid API key", hint: "Double check the API key that this site publishes." };

/** The form of the page behind a mailed link. */
const FORM_PATH = "/auth/v1/verify-link";

function needsNoKey(request: FastifyRequest): boolean {
  if (request.method === "POST") return request.url.split("?", 1)[0] === FORM_PATH;
  return (
    (request.method === "GET" || request.method === "HEAD") &&
    PATHS_WITHOUT_KEY.some((path) => request.url.split("?", 1)[0]?.startsWith(path))
  );
}

function replyToPreflight(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply
    .code(204)
    .header("access-control-allow-methods", "GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS")
    .header("access-control-allow-headers", request.headers["access-control-request-headers"] ?? "*")
    .header("access-control-max-age", "86400")
    .send();
}
