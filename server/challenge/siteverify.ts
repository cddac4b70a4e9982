import { z } from "zod";
import { type BotChallenge, ChallengeUnavailable } from "./bot-challenge.ts";

/** Both services use the same protocol. */
const VERIFY_URLS = {
  turnstile: "https://challenges.cloudflare.com/turnstile/v0/siteverify",
  hcaptcha: "https://api.hcaptcha.com/siteverify",
} as const;

const TIMEOUT_MS = 10_000;

const responseSchema = z.object({
  success: z.boolean(),
  "error-codes": z.array(z.string().max(100)).max(20).optional(),
});

export interface SiteverifySettings {
  readonly kind: keyof typeof VERIFY_URLS;
  readonly siteKey: string;
  readonly secret: string;
  readonly verifyUrl?: string | undefined;
}

export function createSiteverify({ kind, siteKey, secret, verifyUrl }: SiteverifySettings): BotChallenge {
  const url = verifyUrl ?? VERIFY_URLS[kind];
  return {
    publicSettings: { kind, siteKey },
    async verify(token, remoteAddress) {
      const result = await requestVerification(url, { secret, response: token, remoteip: remoteAddress });
      if (result.success) return { passed: true };
      const reasons = result["error-codes"] ?? [];
      return { passed: false, reasons: reasons.length > 0 ? reasons : ["no-reason-given"] };
    },
  };
}

async function requestVerification(
  url: string,
  form: Record<string, string>,
): Promise<z.infer<typeof responseSchema>> {
  try {
    const response = await fetch(url, {
      method: "POST",
      body: new URLSearchParams(form),
      // A redirect must not carry the secret to another address.
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.status >= 500) throw new Error(`it responded with ${response.status}`);
    return responseSchema.parse(await response.json());
  } catch (cause) {
    throw new ChallengeUnavailable("the service that verifies bot challenges gave no valid response", {
      cause,
    });
  }
}
