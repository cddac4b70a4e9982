import type { FastifyInstance } from "fastify";

/** Adds the headers to every response. Routes that serve pages set a wider policy. */
export function addSecurityHeaders(app: FastifyInstance, siteUrl: string): void {
  const headers = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    // API responses load nothing and cannot be framed.
    "content-security-policy":
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ...(siteUrl.startsWith("https:") && {
      "strict-transport-security": "max-age=31536000; includeSubDomains",
    }),
  };
  app.addHook("onRequest", async (request, reply) => {
    reply.headers(headers).header("x-request-id", request.id);
  });
}
