import type { Solved } from "./altcha.ts";

/** `used`: the token was sent with a request; the next request needs a new one. */
export type ChallengeStatus = "idle" | "working" | "solved" | "used" | "expired" | "failed";

export interface Proof {
  readonly captchaToken?: string;
}

/** The part of a request's body that carries the token. */
export function securityOf({ captchaToken }: Proof): object {
  return { gotrue_meta_security: { captcha_token: captchaToken } };
}

/** The time that the spec allows for getting a token. */
const SOLVE_TIMEOUT_MS = 30_000;

interface ChallengeOptions {
  /** Absent if the visitor solves the challenge in a provider's frame. */
  readonly solve?: (signal: AbortSignal, level: number) => Promise<Solved>;
  readonly onExpired?: () => void;
}

/** The bot challenge of one page, from the first focus in the form to the token that is sent with a request. */
export class Challenge {
  readonly #options: ChallengeOptions;
  readonly #listeners = new Set<() => void>();
  #status: ChallengeStatus = "idle";
  #token: string | undefined;
  #validUntil = Number.POSITIVE_INFINITY;
  #expiry: ReturnType<typeof setTimeout> | undefined;
  #solving: Promise<void> | undefined;
  #level = 0;

  constructor(options: ChallengeOptions = {}) {
    this.#options = options;
  }

  readonly status = (): ChallengeStatus => this.#status;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Does nothing while the challenge is in progress or solved. */
  readonly start = (): void => {
    if (!this.#options.solve || this.#status === "working" || this.#status === "solved") return;
    this.#solving = this.#solve(this.#options.solve);
  };

  /** Starts again, since a token is valid for one request only, even if that failed. */
  readonly renew = (): void => {
    this.#setStatus("idle");
    this.start();
  };

  /** The difficulty of the challenge. The server names the level when it is above 0. */
  readonly level = (): number => this.#level;

  /** Starts a harder challenge. Returns false if a provider decides how hard its challenge is. */
  readonly raise = (level: number): boolean => {
    if (!this.#options.solve || level <= this.#level) return false;
    this.#level = level;
    this.renew();
    return true;
  };

  /** Waits for the solution if it is in progress. Returns null if there is none. */
  async takeProof(): Promise<Proof | null> {
    if (this.#status === "solved" && Date.now() >= this.#validUntil) this.#setStatus("idle");
    this.start();
    await this.#solving;
    if (this.#status !== "solved" || this.#token === undefined) return null;
    const captchaToken = this.#token;
    this.#setStatus("used");
    return { captchaToken };
  }

  /** Stores the token of our own solution or from a provider's frame. */
  readonly accept = (token: string, validUntil = Number.POSITIVE_INFINITY): void => {
    this.#setStatus("solved");
    this.#token = token;
    this.#validUntil = validUntil;
    if (Number.isFinite(validUntil)) this.#expiry = setTimeout(this.expire, validUntil - Date.now());
  };

  readonly expire = (): void => {
    this.#setStatus("expired");
    this.#options.onExpired?.();
  };

  readonly fail = (): void => this.#setStatus("failed");

  async #solve(solve: NonNullable<ChallengeOptions["solve"]>): Promise<void> {
    this.#setStatus("working");
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), SOLVE_TIMEOUT_MS);
    try {
      const { token, validUntil } = await solve(timeout.signal, this.#level);
      this.accept(token, validUntil);
    } catch {
      // The visitor can try again.
      this.fail();
    } finally {
      clearTimeout(timer);
    }
  }

  #setStatus(status: ChallengeStatus): void {
    clearTimeout(this.#expiry);
    this.#token = undefined;
    this.#status = status;
    for (const listener of this.#listeners) listener();
  }
}
