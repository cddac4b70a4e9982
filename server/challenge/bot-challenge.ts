/** The reasons are error codes that the refusal quotes. */
export type ChallengeResult =
  | { readonly passed: true }
  | { readonly passed: false; readonly reasons: readonly string[] };

/** The verification service gave no valid response, so the token is neither accepted nor refused. */
export class ChallengeUnavailable extends Error {}

export interface BotChallenge {
  /** The settings that the browser needs to show the challenge, as part of /config.json. */
  readonly publicSettings: {
    readonly kind: "altcha" | "turnstile" | "hcaptcha" | "off";
    readonly siteKey?: string;
    readonly url?: string;
  };
  /** A provider's challenge has no levels: it is as hard as the provider finds necessary. */
  verify(token: string, remoteAddress: string, level?: number): Promise<ChallengeResult>;
}
