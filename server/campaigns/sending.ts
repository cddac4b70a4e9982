import type { Query } from "../postgres/database.ts";
import { CampaignCompletion } from "./campaign-completion.ts";
import { CampaignContent } from "./campaign-content.ts";
import { Delivery } from "./delivery.ts";
import { type CampaignDependencies, DEFAULT_RETRY_DELAYS } from "./dependencies.ts";
import { MailServerStatus } from "./mail-server-status.ts";
import { RateLimiter } from "./rate-limiter.ts";
import { claimRecipients } from "./recipients.ts";
import { Signal } from "./signal.ts";

type State =
  /** Claims recipients who are due and starts their deliveries. */
  | "sending"
  /** No recipient is due. */
  | "idle"
  /** The maximum number of deliveries is in progress. */
  | "waiting for capacity"
  | "waiting for the mail server"
  | "waiting for the rate limit"
  /** The process stops, or another one may send: claims no recipient, and finishes the deliveries in progress. */
  | "stopping";

/** Limits each wait, because some changes come without a signal, such as a retry that becomes due. */
const POLL_MS = 500;
/** Most servers have no campaign for days. One that begins sends a signal, so only a retry may be late. */
const QUIET_AFTER_MS = 10_000;
const QUIET_POLL_MS = 5_000;

/** Sends campaigns for as long as this process holds the sender lock. */
export class Sending {
  readonly #query: Query;
  readonly #ended: AbortSignal;
  readonly #concurrency: number;
  readonly #rateLimiter: RateLimiter;
  readonly #mailServer: MailServerStatus;
  readonly #content: CampaignContent;
  readonly #completion: CampaignCompletion;
  readonly #delivery: Delivery;
  readonly #inProgress = new Set<Promise<void>>();
  readonly #signal = new Signal();
  #changedAt = performance.now();

  /** `query` runs on the connection that holds the lock, so no recipient is claimed without the lock. */
  constructor(
    dependencies: CampaignDependencies,
    query: Query,
    { stopping, lost }: { readonly stopping: AbortSignal; readonly lost: AbortSignal },
  ) {
    const { log, retryDelays = DEFAULT_RETRY_DELAYS } = dependencies;
    this.#query = query;
    this.#ended = AbortSignal.any([stopping, lost]);
    this.#concurrency = dependencies.concurrency;
    this.#rateLimiter = new RateLimiter(dependencies.ratePerSecond);
    this.#mailServer = new MailServerStatus(log, retryDelays);
    this.#content = new CampaignContent(query);
    this.#completion = new CampaignCompletion(dependencies, query);
    this.#delivery = new Delivery(dependencies, { query, mailServer: this.#mailServer, stopping });
  }

  /** Signals that a campaign has changed. */
  notify(): void {
    this.#changedAt = performance.now();
    this.#signal.notify();
  }

  async run(): Promise<void> {
    this.#ended.addEventListener("abort", () => this.notify());
    try {
      await this.#query("select private.requeue_abandoned()");
      for (let state = this.#nextState(); state !== "stopping"; state = this.#nextState()) {
        await this.#completion.runWhenDue();
        await this.#runState(state);
      }
    } finally {
      // The lock is released only once all outcomes are recorded: the next sender would send these mails again.
      await Promise.all(this.#inProgress);
    }
  }

  #nextState(): State {
    if (this.#ended.aborted) return "stopping";
    if (this.#inProgress.size >= this.#concurrency) return "waiting for capacity";
    if (this.#mailServer.delayMs > 0) return "waiting for the mail server";
    if (this.#rateLimiter.delayMs > 0) return "waiting for the rate limit";
    return "sending";
  }

  async #runState(state: State): Promise<void> {
    switch (state) {
      case "sending":
        if ((await this.#startDeliveries()) === 0) await this.#runState("idle");
        break;
      case "idle":
        await this.#wait(this.#isQuiet() ? QUIET_POLL_MS : POLL_MS);
        break;
      case "waiting for capacity":
        await this.#wait(POLL_MS);
        break;
      case "waiting for the mail server":
        await this.#wait(Math.min(this.#mailServer.delayMs, POLL_MS));
        break;
      case "waiting for the rate limit":
        await this.#wait(Math.min(this.#rateLimiter.delayMs, POLL_MS));
        break;
      case "stopping":
        break;
    }
  }

  async #wait(timeoutMs: number): Promise<void> {
    if (!this.#ended.aborted) await this.#signal.wait(timeoutMs);
  }

  #isQuiet(): boolean {
    return performance.now() - this.#changedAt > QUIET_AFTER_MS;
  }

  /** Returns the number of deliveries that it has started. */
  async #startDeliveries(): Promise<number> {
    const free = this.#concurrency - this.#inProgress.size;
    const recipients = await claimRecipients(this.#query, Math.min(free, this.#rateLimiter.capacity));
    this.#rateLimiter.consume(recipients.length);
    for (const recipient of recipients) {
      const content = await this.#content.load(recipient.campaign_id);
      const delivery = this.#delivery.deliver(recipient, content).finally(() => {
        this.#inProgress.delete(delivery);
        this.notify();
      });
      this.#inProgress.add(delivery);
    }
    return recipients.length;
  }
}
