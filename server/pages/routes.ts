import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { accepts } from "./accepts.ts";
import { ENCODINGS, type StaticFile, type StaticFiles } from "./static-files.ts";

const NOT_BUILT = `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Maarga</title><p>The server is running, but its pages are not built. Run npm start to build them.</p></html>
`;

/**
 * Serves pages and their files for every URL without a route. This is a not-found handler, because a wildcard route
 * would also match unknown URLs of the services, which have not-found responses of their own.
 */
export function pagesRoutes(app: FastifyInstance, files: StaticFiles | undefined): void {
  app.register(async (scope) => addPages(scope, files));
}

/** Registered in a scope of its own, so that the hook runs for these requests only. */
function addPages(scope: FastifyInstance, files: StaticFiles | undefined): void {
  // Pages are outside the limits of clients, so a body must be refused before it is read.
  scope.addHook("onRequest", async (request, reply) => {
    if (request.method !== "GET" && request.method !== "HEAD") return reply.code(404).send();
  });
  scope.setNotFoundHandler(async (request, reply) => {
    if (!files) return reply.code(200).type("text/html; charset=utf-8").send(NOT_BUILT);
    const [address = "/", query] = request.url.split("?", 2);
    const file = files.get(address);
    if (file) return send(request, reply.code(200), file);
    const withoutSlash = address.replace(/\/+$/, "");
    if (withoutSlash !== address && files.get(withoutSlash)?.policy)
      return reply.redirect(query ? `${withoutSlash}?${query}` : withoutSlash, 308);
    const notFound = files.get("/404");
    if (!notFound) return reply.code(404).send();
    return send(request, reply.code(404), notFound);
  });
}

/** Browsers ignore them on scripts, styles and fonts. A page with seventeen of those would send four kilobytes of them. */
const DOCUMENT_HEADERS = ["cross-origin-opener-policy", "permissions-policy"];
const PARTS_OF_PAGES = /^(text\/(css|javascript)|font\/)/;

async function send(request: FastifyRequest, reply: FastifyReply, file: StaticFile): Promise<FastifyReply> {
  reply.headers({
    "content-type": file.type,
    "cache-control": file.cacheControl,
    etag: file.etag,
    vary: "accept-encoding",
    ...(file.policy && { "content-security-policy": file.policy }),
  });
  if (PARTS_OF_PAGES.test(file.type)) for (const name of DOCUMENT_HEADERS) reply.removeHeader(name);
  if (reply.statusCode === 200 && request.headers["if-none-match"]?.includes(file.etag))
    return reply.code(304).send();
  for (const encoding of ENCODINGS) {
    const copy = file.copies[encoding];
    if (copy && accepts(request.headers["accept-encoding"], encoding))
      return reply.header("content-encoding", encoding).send(await copy());
  }
  return reply.send(file.content);
}
