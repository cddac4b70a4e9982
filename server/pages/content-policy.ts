import type { Config } from "../config.ts";

/** Where a challenge that is not our own brings its script and its frame from. */
const CHALLENGE_HOSTS: Partial<Record<Config["BOT_CHALLENGE"], string>> = {
  turnstile: "https://challenges.cloudflare.com",
  hcaptcha: "https://hcaptcha.com https://*.hcaptcha.com",
};

/** What a page may load and run: ours, and of inline scripts only those that were there when it was built. */
export function contentPolicy(
  config: Pick<Config, "BOT_CHALLENGE">,
  scriptHashes: readonly string[],
): string {
  const guest = CHALLENGE_HOSTS[config.BOT_CHALLENGE] ?? "";
  return Object.entries({
    "default-src": "'none'",
    "script-src": `'self' ${scriptHashes.join(" ")} ${guest}`,
    // Dialogs and toasts measure themselves and write their styles into the page.
    "style-src": `'self' 'unsafe-inline' ${guest}`,
    "img-src": "'self' data: blob:",
    "font-src": "'self'",
    "connect-src": `'self' ${guest}`,
    "worker-src": "'self'",
    "frame-src": `'self' blob: ${guest}`,
    "manifest-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
  })
    .map(([directive, sources]) => `${directive} ${sources.trim().replace(/ +/g, " ")}`)
    .join("; ");
}
