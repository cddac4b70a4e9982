import type { Config } from "../config.ts";

/** The sources of the scripts and frames of external bot challenges. */
const CHALLENGE_HOSTS: Partial<Record<Config["BOT_CHALLENGE"], string>> = {
  turnstile: "https://challenges.cloudflare.com",
  hcaptcha: "https://hcaptcha.com https://*.hcaptcha.com",
};

/** Allows our own content, the external bot challenge and the inline scripts that were in the page when it was built. */
export function contentPolicy(
  config: Pick<Config, "BOT_CHALLENGE">,
  scriptHashes: readonly string[],
): string {
  const challenge = CHALLENGE_HOSTS[config.BOT_CHALLENGE] ?? "";
  return Object.entries({
    "default-src": "'none'",
    "script-src": `'self' ${scriptHashes.join(" ")} ${challenge}`,
    // Dialogs and toasts set inline styles.
    "style-src": `'self' 'unsafe-inline' ${challenge}`,
    "img-src": "'self' data: blob:",
    "font-src": "'self'",
    "connect-src": `'self' ${challenge}`,
    "worker-src": "'self'",
    "frame-src": `'self' blob: ${challenge}`,
    "manifest-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
  })
    .map(([directive, sources]) => `${directive} ${sources.trim().replace(/ +/g, " ")}`)
    .join("; ");
}
