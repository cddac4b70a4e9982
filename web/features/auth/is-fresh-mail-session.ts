const FRESH_SECONDS = 600;

/**
 * Returns whether a mailed link or code started the session in the last ten minutes, as the access token says. Only the
 * server's clock counts in the end; this decides what the form asks for first.
 */
export function isFreshMailSession(accessToken: string, now = Date.now()): boolean {
  const payload = accessToken.split(".")[1] ?? "";
  const { amr } = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/"))) as {
    amr?: readonly { method: string; timestamp: number }[];
  };
  const [first] = amr ?? [];
  return first?.method === "otp" && now / 1000 - first.timestamp < FRESH_SECONDS;
}
