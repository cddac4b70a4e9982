import type { Solved } from "./altcha.ts";

/** `used`: it went along with a request; another one is needed for the next. */
export type ChallengeStatus = "idle" | "working" | "solved" | "used" | "expired" | "failed";

/** What a request has to bring along, as the client's `options` take it. */
export interface Proof {
  readonly captchaToken?: string;
}

/** The spec's time for getting a token. */
const SOLVE_TIMEOUT_MS = 30_000;

interface Parts {
  /** Absent where the visitor does it by hand, in a provider's frame. */
  readonly solve?: (signal: AbortSignal) => Promise<Solved>;
  readonly onExpired?: () => void;
}

/** The bot challenge of one page, from the first touch of the form to the token that a request takes along. */
export class Challenge {
  readonly #parts: Parts;
  readonly #listeners = new Set<() => void>();
  #status: ChallengeStatus = "idle";
  #token: string | undefined;
  #validUntil = Number.POSITIVE_INFINITY;
  #expiry: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | undefined;

  constructor(parts: Parts = {}) {
    this.#parts = parts;
  }

  readonly status = (): ChallengeStatus => this.#status;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Does nothing while one is solved or on its way. */
  readonly start = (): void => {
    if (!this.#parts.solve || this.#status === "working" || this.#status === "solved") return;
    this.#running = this.#work(this.#parts.solve);
  };

  /** A token is good for one request, however that went. */
  readonly renew = (): void => {
    this.#become("idle");
    this.start();
  };

  /** Waits for what is on its way. Null where there is nothing to show for it. */
  async takeProof(): Promise<Proof | null> {
    if (this.#status === "solved" && Date.now() >= this.#validUntil) this.#become("idle");
    this.start();
    await this.#running;
    if (this.#status !== "solved" || this.#token === undefined) return null;
    const captchaToken = this.#token;
    this.#become("used");
    return { captchaToken };
  }

  /** From a provider's frame. */
  readonly accept = (token: string, validUntil = Number.POSITIVE_INFINITY): void => {
    this.#become("solved");
    this.#token = token;
    this.#validUntil = validUntil;
    if (Number.isFinite(validUntil)) this.#expiry = setTimeout(this.expire, validUntil - Date.now());
  };

  readonly expire = (): void => {
    this.#become("expired");
    this.#parts.onExpired?.();
  };

  readonly fail = (): void => this.#become("failed");

  async #work(solve: NonNullable<Parts["solve"]>): Promise<void> {
    this.#become("working");
    const patience = new AbortController();
    const end = setTimeout(() => patience.abort(), SOLVE_TIMEOUT_MS);
    try {
      const { token, validUntil } = await solve(patience.signal);
      this.accept(token, validUntil);
    } catch {
      // No network, no answer in time, no worker: whatever it was, the visitor can ask for another try.
      this.fail();
    } finally {
      clearTimeout(end);
    }
  }

  #become(status: ChallengeStatus): void {
    clearTimeout(this.#expiry);
    this.#token = undefined;
    this.#status = status;
    for (const listener of this.#listeners) listener();
  }
}
