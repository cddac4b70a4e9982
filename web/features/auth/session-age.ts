import { readClaims } from "../../backend/access-token.ts";

const FRESH_SECONDS = 600;

/**
 * Returns whether a mailed link or code started the session in the last ten minutes, as the access token says. Only the
 * server's clock counts in the end; this decides what the form asks for first.
 */
export function isFreshMailSession(accessToken: string, now = Date.now()): boolean {
  return startedBy(accessToken)?.method === "otp" && isFreshSession(accessToken, now);
}

/** As `isFreshMailSession`, for a session that anything has started. */
export function isFreshSession(accessToken: string, now = Date.now()): boolean {
  const start = startedBy(accessToken);
  return start !== undefined && now / 1000 - start.timestamp < FRESH_SECONDS;
}

function startedBy(accessToken: string) {
  return readClaims(accessToken).amr?.at(-1);
}
