import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { accepts } from "../pages/accepts.ts";
import type { KeptPage } from "./page-cache.ts";

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);
const compressGzip = promisify(gzip);

/** At this quality, a page of 60 kB takes about 3 ms, and is a tenth larger than at the highest one, which takes a hundred. */
const PARAMS = { [constants.BROTLI_PARAM_QUALITY]: 5 };

/** Browsers and proxies may keep a page for this time, and the server checks for new lists: they show within two minutes. */
const CACHE_CONTROL = "public, max-age=60";

export async function packPage(content: Buffer, status = 200): Promise<KeptPage> {
  const etag = `"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`;
  return { status, etag, content: await compress(content, { params: PARAMS }) };
}

/** Sends the compressed copy as it is. Clients that accept no Brotli are few, so nothing else is kept for them. */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: KeptPage,
  type = "text/html; charset=utf-8",
): Promise<FastifyReply> {
  const mayKeep = page.status === 200;
  reply.code(page.status).headers({
    "content-type": type,
    "cache-control": mayKeep ? CACHE_CONTROL : "no-store",
    vary: "accept-encoding",
    ...(mayKeep && { etag: page.etag }),
  });
  if (mayKeep && request.headers["if-none-match"]?.includes(page.etag)) return reply.code(304).send();
  const accepted = request.headers["accept-encoding"];
  if (accepts(accepted, "br")) return reply.header("content-encoding", "br").send(page.content);
  const plain = await decompress(page.content);
  if (!accepts(accepted, "gzip")) return reply.send(plain);
  return reply.header("content-encoding", "gzip").send(await compressGzip(plain));
}
