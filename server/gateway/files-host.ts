import type { FastifyInstance } from "fastify";

const LINKS = "/storage/v1/object/sign/";

/** Refuses everything but signed links under the host of FILES_ORIGIN: no page and no session ever lives there. */
export function addFilesHost(app: FastifyInstance, filesOrigin: string): void {
  const { host } = new URL(filesOrigin);
  app.addHook("onRequest", async (request, reply) => {
    if (request.host !== host) return;
    const isRead = ["GET", "HEAD", "OPTIONS"].includes(request.method);
    if (isRead && request.url.startsWith(LINKS)) return;
    return reply.code(404).type("text/plain").send("This address serves only links to documents.\n");
  });
}
