import type { FastifyInstance } from "fastify";

/** For every answer; a route that shows something sets its own, wider policy. */
export function addSecurityHeaders(app: FastifyInstance, siteUrl: string): void {
  const headers = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    // Data is not a page: it may load nothing and stand in nobody's frame.
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
