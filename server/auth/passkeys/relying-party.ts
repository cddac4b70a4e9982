import { createHash } from "node:crypto";
import type { Config } from "../../config.ts";

/** The site for which browsers create passkeys, and the only one where they work. */
interface RelyingParty {
  readonly id: string;
  readonly origin: string;
  readonly idHash: Buffer;
}

export function relyingPartyOf({ SITE_URL }: Pick<Config, "SITE_URL">): RelyingParty {
  const { hostname, origin } = new URL(SITE_URL);
  return { id: hostname, origin, idHash: createHash("sha256").update(hostname).digest() };
}
