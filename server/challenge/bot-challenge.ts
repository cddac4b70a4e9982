/** What the bot challenge says of a token: passed, or the error codes that the refusal names. */
export type ChallengeResult =
  | { readonly passed: true }
  | { readonly passed: false; readonly reasons: readonly string[] };

/** The verifier could not be asked at all: neither passed nor refused. */
export class ChallengeUnavailable extends Error {}

export interface BotChallenge {
  /** What the browser needs to show it: part of /config.json. */
  readonly publicSettings: {
    readonly kind: "altcha" | "turnstile" | "hcaptcha" | "off";
    readonly siteKey?: string;
    readonly url?: string;
  };
  verify(token: string, remoteAddress: string): Promise<ChallengeResult>;
}
