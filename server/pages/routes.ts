import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { StaticFile, StaticFiles } from "./static-files.ts";

const NOT_BUILT = `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Maarga</title><p>Maarga's backend is up. Its pages are not built; npm start builds them.</p></html>
`;

/**
 * Pages, and what they are made of: whatever no route answers. A route for all addresses would reach into the services
 * too, whose clients cannot read HTML; each of them has a word of its own for what it does not know.
 */
export function pagesRoutes(app: FastifyInstance, site: StaticFiles | undefined): void {
  app.setNotFoundHandler((request, reply) => {
    if (request.method !== "GET" && request.method !== "HEAD") return reply.code(404).send();
    if (!site) return reply.code(200).type("text/html; charset=utf-8").send(NOT_BUILT);
    const [address = "/", query] = request.url.split("?", 2);
    const file = site.get(address);
    if (file) return send(request, reply.code(200), file);
    const withoutSlash = address.replace(/\/+$/, "");
    if (withoutSlash !== address && site.get(withoutSlash)?.policy)
      return reply.redirect(query ? `${withoutSlash}?${query}` : withoutSlash, 308);
    const notFound = site.get("/404");
    if (!notFound) return reply.code(404).send();
    return send(request, reply.code(404), notFound);
  });
}

function send(request: FastifyRequest, reply: FastifyReply, file: StaticFile): FastifyReply {
  reply.headers({
    "content-type": file.type,
    "cache-control": file.cacheControl,
    etag: file.etag,
    vary: "accept-encoding",
    ...(file.policy && { "content-security-policy": file.policy }),
  });
  if (reply.statusCode === 200 && request.headers["if-none-match"]?.includes(file.etag))
    return reply.code(304).send();
  const encoding = (["br", "gzip"] as const).find(
    (name) => file.bodies[name] && accepts(request.headers["accept-encoding"], name),
  );
  if (encoding) reply.header("content-encoding", encoding);
  return reply.send(file.bodies[encoding ?? "identity"]);
}

function accepts(header: string | string[] | undefined, encoding: string): boolean {
  return String(header ?? "")
    .split(",")
    .some((part) => {
      const [name, quality] = part.trim().split(/\s*;\s*q=/i);
      return name === encoding && quality !== "0";
    });
}
