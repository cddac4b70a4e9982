import { createHash, timingSafeEqual } from "node:crypto";
import type { AuthDependencies } from "../dependencies.ts";
import { refusal } from "../errors.ts";
import { optionalText } from "../request-schemas.ts";

/** The fields that clients with the PKCE flow send. Others send null. */
export const codeChallengeFields = { code_challenge: optionalText, code_challenge_method: optionalText };

interface CodeChallengeBody {
  readonly code_challenge?: string | null | undefined;
  readonly code_challenge_method?: string | null | undefined;
}

const S256 = /^[\w-]{43}$/;
const PLAIN = /^[\w.~-]{43,128}$/;

/**
 * Returns the SHA-256 hash of the secret that the browser keeps, or null if the client has none. A challenge of the method
 * `plain` is the secret itself, so it is hashed before it is stored. Only browsers of a site without HTTPS need it, because
 * they cannot hash; elsewhere it is refused.
 */
export function readCodeChallenge(
  { code_challenge: challenge, code_challenge_method }: CodeChallengeBody,
  { SITE_URL }: Pick<AuthDependencies["config"], "SITE_URL">,
): string | null {
  if (!challenge && !code_challenge_method) return null;
  const method = code_challenge_method?.toLowerCase();
  if (challenge && method === "s256" && S256.test(challenge)) return challenge;
  if (challenge && method === "plain" && PLAIN.test(challenge) && !SITE_URL.startsWith("https:"))
    return hashVerifier(challenge);
  throw refusal("codeChallengeInvalid");
}

export function matchesCodeChallenge(challenge: string, verifier: string): boolean {
  const [expected, given] = [Buffer.from(challenge), Buffer.from(hashVerifier(verifier))];
  return expected.length === given.length && timingSafeEqual(expected, given);
}

function hashVerifier(verifier: string): string {
  return createHash("sha256").update(verifier).digest("base64url");
}
