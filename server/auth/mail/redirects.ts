import type { FastifyRequest } from "fastify";
import type { AuthDependencies } from "../dependencies.ts";
import { queryValue } from "../request-schemas.ts";

type Addresses = AuthDependencies["config"];

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);
/** Where a "link" would run as a script or show what the sender made up, whatever the allow-list says. */
const NEVER = new Set(["javascript:", "data:", "vbscript:", "blob:", "file:", "about:"]);

/** Where a mailed link leads in the end: as asked, else the page that asked, else the site itself. Never anywhere else. */
export function chooseRedirectTarget(request: FastifyRequest, addresses: Addresses): string {
  const asked = queryValue(request, "redirect_to");
  return (
    findAllowedRedirect(asked, addresses) ??
    findAllowedRedirect(request.headers.referer, addresses) ??
    new URL(addresses.SITE_URL).href
  );
}

/** The address in its one normal spelling and without a fragment, or null if people must not be sent there. */
export function findAllowedRedirect(asked: string | undefined, addresses: Addresses): string | null {
  // What the parser would silently repair is where two readers of one address differ: refused as it stands.
  if (!asked || /[\s\p{Cc}\\]/u.test(asked) || !URL.canParse(asked)) return null;
  const url = new URL(asked);
  if (url.username || url.password || NEVER.has(url.protocol)) return null;
  url.hash = "";
  if (isOwnOrigin(url, new URL(addresses.SITE_URL))) return url.href;
  return addresses.REDIRECT_URLS.some((pattern) => matches(pattern, url)) ? url.href : null;
}

function isOwnOrigin(url: URL, site: URL): boolean {
  if (url.protocol !== site.protocol) return false;
  if (url.host === site.host) return true;
  // While developing, the pages are often served on another port than the backend.
  return LOOPBACK.has(site.hostname) && LOOPBACK.has(url.hostname);
}

/**
 * `*` stands for any part of a name, `**` also for what is deeper. Host and path are compared apart, so that no star
 * of a path can stretch over the host. A pattern without a path allows the whole host.
 */
function matches(pattern: string, url: URL): boolean {
  const [, scheme, host, path = "/**"] = /^([a-z][a-z0-9+.-]*:)\/\/([^/?]*)([/?].*)?$/i.exec(pattern) ?? [];
  if (scheme === undefined || host === undefined) return false;
  return (
    scheme.toLowerCase() === url.protocol &&
    glob(host.toLowerCase(), "[^.:]").test(url.host) &&
    glob(path, "[^/?]").test(`${url.pathname}${url.search}` || "/")
  );
}

function glob(pattern: string, part: string): RegExp {
  const source = pattern.replaceAll(/\*\*|\*|[^*]+/g, (piece) => {
    if (piece === "**") return ".*";
    if (piece === "*") return `${part}*`;
    return piece.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&");
  });
  return new RegExp(`^${source}$`);
}
