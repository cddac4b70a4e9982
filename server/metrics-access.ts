import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { Config } from "./config.ts";
import { Refusal } from "./errors/refusal.ts";

const LOOPBACK = /^(::ffff:)?127\.|^::1$/;
const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i;
const PROXY_HEADERS = [
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
  "via",
];

type MetricsSettings = Pick<Config, "METRICS_ADDRESS" | "METRICS_TOKEN" | "SITE_URL" | "TRUST_PROXY">;

/**
 * Returns the check of requests for metrics. Without a token, only a request from this machine passes, and only if no
 * proxy can have passed it on: a proxy on this machine also connects from a loopback address.
 */
export function createMetricsAccess(settings: MetricsSettings): (request: FastifyRequest) => Promise<void> {
  const { METRICS_TOKEN: token } = settings;
  if (token !== undefined) return async (request) => requireToken(request, token);
  // The operator has chosen who can reach that address.
  if (settings.METRICS_ADDRESS) return async () => undefined;
  // A site with TLS has a proxy. If it is not declared, it may add no header that would show it.
  const hasUnknownProxy = settings.TRUST_PROXY === 0 && settings.SITE_URL.startsWith("https:");
  return async (request) => {
    if (!hasUnknownProxy && isLocal(request)) return;
    throw new Refusal(
      403,
      "Metrics are not public. Set METRICS_TOKEN or METRICS_ADDRESS to read them from elsewhere.",
    );
  };
}

function requireToken({ headers }: FastifyRequest, token: string): void {
  const given = /^Bearer +(.*)$/i.exec(headers.authorization ?? "")?.[1] ?? "";
  const digest = (text: string) => createHash("sha256").update(text).digest();
  if (timingSafeEqual(digest(given), digest(token))) return;
  throw new Refusal(401, "Metrics need the token in METRICS_TOKEN as a Bearer token.", {
    headers: { "www-authenticate": "Bearer" },
  });
}

/** A page of another site that resolves its own name to this machine sends that name as the host. */
function isLocal({ headers, socket }: FastifyRequest): boolean {
  return (
    LOOPBACK.test(socket.remoteAddress ?? "") &&
    LOOPBACK_HOST.test(headers.host ?? "") &&
    !PROXY_HEADERS.some((name) => headers[name] !== undefined)
  );
}
