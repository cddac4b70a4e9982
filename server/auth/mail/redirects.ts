import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { AuthDependencies } from "../dependencies.ts";
import { parseQuery, queryText } from "../request-schemas.ts";

type RedirectSettings = AuthDependencies["config"];

const redirectQuery = z.object({ redirect_to: queryText });

const LOOPBACK_HOSTS = new Set(["localhost", "127.0.0.1", "[::1]"]);
/** Links that run a script or carry their own content are blocked, even if the allow-list contains them. */
const BLOCKED_PROTOCOLS = new Set(["javascript:", "data:", "vbscript:", "blob:", "file:", "about:"]);

/** Returns where a mailed link leads: to the requested address, else to the page that sent the request, else to the site. */
export function chooseRedirectTarget(request: FastifyRequest, settings: RedirectSettings): string {
  const { redirect_to } = parseQuery(redirectQuery, request);
  return (
    findAllowedRedirect(redirect_to, settings) ??
    findAllowedRedirect(request.headers.referer, settings) ??
    new URL(settings.SITE_URL).href
  );
}

/** Returns the normalized address without its fragment, or null if the redirect is not allowed. */
export function findAllowedRedirect(
  requested: string | undefined,
  settings: RedirectSettings,
): string | null {
  // The URL parser silently repairs these characters. Other parsers read such addresses differently, so refuse them.
  if (!requested || /[\s\p{Cc}\\]/u.test(requested) || !URL.canParse(requested)) return null;
  const url = new URL(requested);
  if (url.username || url.password || BLOCKED_PROTOCOLS.has(url.protocol)) return null;
  url.hash = "";
  if (isOwnOrigin(url, new URL(settings.SITE_URL))) return url.href;
  return settings.REDIRECT_URLS.some((pattern) => matchesPattern(pattern, url)) ? url.href : null;
}

function isOwnOrigin(url: URL, site: URL): boolean {
  if (url.protocol !== site.protocol) return false;
  if (url.host === site.host) return true;
  // In development, the pages are often served on a different port than the backend.
  return LOOPBACK_HOSTS.has(site.hostname) && LOOPBACK_HOSTS.has(url.hostname);
}

/**
 * `*` matches within one segment, `**` across segments. Host and path are compared separately, so that a star in the path
 * cannot match the host. A pattern without a path allows the whole host.
 */
function matchesPattern(pattern: string, url: URL): boolean {
  const [, scheme, host, path = "/**"] = /^([a-z][a-z0-9+.-]*:)\/\/([^/?]*)([/?].*)?$/i.exec(pattern) ?? [];
  if (scheme === undefined || host === undefined) return false;
  return (
    scheme.toLowerCase() === url.protocol &&
    globToRegExp(host.toLowerCase(), "[^.:]").test(url.host) &&
    globToRegExp(path, "[^/?]").test(`${url.pathname}${url.search}` || "/")
  );
}

function globToRegExp(pattern: string, segmentCharacter: string): RegExp {
  const source = pattern.replaceAll(/\*\*|\*|[^*]+/g, (piece) => {
    if (piece === "**") return ".*";
    if (piece === "*") return `${segmentCharacter}*`;
    return piece.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&");
  });
  return new RegExp(`^${source}$`);
}
