import { z } from "zod";
import { type BotChallenge, ChallengeUnavailable } from "./bot-challenge.ts";

/** The two services speak one protocol. */
const VERIFY_URLS = {
  turnstile: "https://challenges.cloudflare.com/turnstile/v0/siteverify",
  hcaptcha: "https://api.hcaptcha.com/siteverify",
} as const;

const ANSWER_MILLISECONDS = 10_000;

const answerSchema = z.object({
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
      const answer = await ask(url, { secret, response: token, remoteip: remoteAddress });
      if (answer.success) return { passed: true };
      const reasons = answer["error-codes"] ?? [];
      return { passed: false, reasons: reasons.length > 0 ? reasons : ["no-reason-given"] };
    },
  };
}

async function ask(url: string, form: Record<string, string>): Promise<z.infer<typeof answerSchema>> {
  try {
    const answer = await fetch(url, {
      method: "POST",
      body: new URLSearchParams(form),
      // The secret goes to the address in the settings and nowhere else.
      redirect: "error",
      signal: AbortSignal.timeout(ANSWER_MILLISECONDS),
    });
    if (answer.status >= 500) throw new Error(`it answered ${answer.status}`);
    return answerSchema.parse(await answer.json());
  } catch (cause) {
    throw new ChallengeUnavailable("the service that checks bot challenges did not give an answer", {
      cause,
    });
  }
}
