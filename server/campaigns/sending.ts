import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "pino";
import type { RenderCampaignMail } from "../mail/campaign-mail.ts";
import type { MailError, Mailer, Message } from "../mail/message.ts";
import type { Query, ServiceDatabase } from "../postgres/database.ts";
import type { WriteLogs } from "../storage/write-logs.ts";
import { writeCampaignLogs } from "./campaign-logs.ts";
import { FailureCounter } from "./failure-counter.ts";
import { RateLimiter } from "./rate-limiter.ts";
import { claim, type Outcome, type Recipient, record } from "./recipients.ts";

export interface CampaignDependencies {
  readonly database: ServiceDatabase;
  readonly log: Logger;
  readonly send: Mailer["send"];
  /** How many mails are handed over at once. */
  readonly concurrency: number;
  readonly ratePerSecond: number;
  readonly renderCampaignMail: RenderCampaignMail;
  readonly unsubscribeLinkFor: (userId: string) => string;
  readonly writeLogs: WriteLogs;
  readonly retryDelays?: RetryDelays;
}

/** In milliseconds. */
interface RetryDelays {
  /** Before a recipient's second try; four times as long before each further one. */
  readonly firstRetryMs: number;
  /** While the mail server is away, at first and at most. */
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
}

interface Content {
  readonly subject: string;
  readonly body: string;
  readonly attachments: NonNullable<Message["attachments"]>;
}

const USUAL_PATIENCE: RetryDelays = { firstRetryMs: 30_000, firstPauseMs: 1_000, longestPauseMs: 60_000 };
const TRIES = 5;
/** How often is looked for what no notice tells of: tries that are due, campaigns that are over. */
const LOOK_MILLISECONDS = 500;
const LOGS_AGAIN_MILLISECONDS = 60_000;
const RECORD_AGAIN_MILLISECONDS = 1_000;

/** The turn of the one process that sends. It ends with the connection that holds the lock. */
export class Sending {
  readonly #parts: CampaignDependencies;
  readonly #retryDelays: RetryDelays;
  /** On the connection that holds the lock: without the lock there is no claim. */
  readonly #query: Query;
  readonly #stopping: AbortSignal;
  readonly #ended: AbortSignal;
  readonly #pace: RateLimiter;
  readonly #failures = new FailureCounter();
  readonly #inFlight = new Set<Promise<void>>();
  #content: (Content & { readonly campaign: string }) | undefined;
  #taken = 0;
  #pause = 0;
  #goOnAt = 0;
  #lookAt = 0;
  #logsAt = 0;
  #wake = () => {};

  constructor(
    parts: CampaignDependencies,
    query: Query,
    { stopping, lost }: { readonly stopping: AbortSignal; readonly lost: AbortSignal },
  ) {
    this.#parts = parts;
    this.#retryDelays = parts.retryDelays ?? USUAL_PATIENCE;
    this.#query = query;
    this.#stopping = stopping;
    this.#ended = AbortSignal.any([stopping, lost]);
    this.#pace = new RateLimiter(parts.ratePerSecond);
  }

  wake(): void {
    this.#wake();
  }

  async run(): Promise<void> {
    this.#ended.addEventListener("abort", () => this.wake());
    try {
      await this.#query("select private.requeue_abandoned()");
      while (!this.#ended.aborted) await this.#step();
    } finally {
      // Whatever was handed over is written down before this process may be the one that sends again.
      await Promise.all(this.#inFlight);
    }
  }

  async #step(): Promise<void> {
    if (performance.now() >= this.#lookAt) await this.#look();
    const free = this.#parts.concurrency - this.#inFlight.size;
    const early = Math.max(this.#pace.milliseconds, this.#goOnAt - performance.now());
    if (free === 0) return this.#news(LOOK_MILLISECONDS);
    if (early > 0) return this.#news(Math.min(early, LOOK_MILLISECONDS));

    const recipients = await claim(this.#query, Math.min(free, this.#pace.room));
    this.#pace.take(recipients.length);
    for (const recipient of recipients) {
      const content = await this.#contentOf(recipient.campaign_id);
      const delivery = this.#deliver(recipient, content).finally(() => {
        this.#inFlight.delete(delivery);
        this.wake();
      });
      this.#inFlight.add(delivery);
    }
    if (recipients.length === 0) await this.#news(LOOK_MILLISECONDS);
  }

  #news(milliseconds: number): Promise<void> {
    if (this.#ended.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async #look(): Promise<void> {
    this.#lookAt = performance.now() + LOOK_MILLISECONDS;
    await this.#query("select private.finish_campaigns()");
    if (performance.now() < this.#logsAt) return;
    try {
      await writeCampaignLogs(this.#query, this.#parts.writeLogs);
    } catch (error) {
      this.#logsAt = performance.now() + LOGS_AGAIN_MILLISECONDS;
      this.#parts.log.warn({ err: error }, "the logs of a campaign could not be written; trying again");
    }
  }

  /** Read once a campaign: with its attachments it may be large. */
  async #contentOf(campaign: string): Promise<Content> {
    if (this.#content?.campaign !== campaign) {
      const { rows } = await this.#query<Content & Record<string, unknown>>(
        "select * from private.campaign_content($1)",
        [campaign],
      );
      this.#content = { ...(rows[0] as Content), campaign };
    }
    return this.#content;
  }

  async #deliver(recipient: Recipient, content: Content): Promise<void> {
    const outcome = await this.#try(recipient, content);
    await this.#writeDown(recipient, outcome);
    const campaign = recipient.campaign_id;
    if (outcome.is === "later" || !this.#failures.add(campaign, outcome.is)) return;
    try {
      // By the connection of the claims: the next one comes after this.
      await this.#query("select private.pause_for_failures($1)", [campaign]);
      this.#parts.log.warn({ campaign }, "too many mails fail: the campaign is paused");
    } catch (error) {
      this.#parts.log.warn({ err: error, campaign }, "too many mails fail, but the campaign was not paused");
    }
  }

  async #try(recipient: Recipient, { subject, body, attachments }: Content): Promise<Outcome> {
    const begunAt = performance.now();
    const takenBefore = this.#taken;
    try {
      const unsubscribeUrl = this.#parts.unsubscribeLinkFor(recipient.user_id);
      const rendered = this.#parts.renderCampaignMail({ subject, body, unsubscribeUrl });
      const { id, email: to } = recipient;
      await this.#parts.send({ id, to, subject, ...rendered, unsubscribeUrl, attachments });
      this.#taken += 1;
      this.#serverIsThere();
      return { is: "sent" };
    } catch (error) {
      const { permanent, about, message } = error as Partial<MailError> & Error;
      // Admins read why a mail failed. An error of ours is for the log.
      const why = permanent === undefined ? "an unexpected error in Maarga" : message;
      if (permanent === undefined)
        this.#parts.log.error({ err: error, recipient: recipient.id }, "a mail could not be made");
      if (about === "server") this.#waitForServer(begunAt, why);
      else this.#serverIsThere();
      // If the server took others meanwhile, it may be this mail that it does not get on with.
      const counts = about !== "server" || this.#taken > takenBefore;
      if (permanent || (counts && recipient.attempts + 1 >= TRIES)) return { is: "failed", why };
      return { is: "later", why, counts, milliseconds: counts ? this.#backOff(recipient.attempts) : 0 };
    }
  }

  #backOff(attempts: number): number {
    return this.#retryDelays.firstRetryMs * 4 ** attempts * (0.75 + Math.random() / 2);
  }

  #serverIsThere(): void {
    if (this.#pause > 0) this.#parts.log.info("the mail server is back: campaigns go on");
    this.#pause = 0;
  }

  #waitForServer(begunAt: number, why: string): void {
    if (begunAt < this.#goOnAt) return; // the same trouble, met by another mail
    this.#pause = Math.min(
      this.#retryDelays.longestPauseMs,
      this.#pause * 2 || this.#retryDelays.firstPauseMs,
    );
    this.#goOnAt = performance.now() + this.#pause;
    this.#parts.log.warn({ reason: why, milliseconds: this.#pause }, "campaigns wait for the mail server");
  }

  /** Not given up before the stop: a mail about which nothing is written down is sent once more. */
  async #writeDown(recipient: Recipient, outcome: Outcome): Promise<void> {
    const { database, log } = this.#parts;
    for (;;) {
      try {
        await record(database.query, recipient, outcome);
        return;
      } catch (error) {
        log.warn({ err: error }, "what became of a mail could not be written down");
        if (this.#stopping.aborted) return;
        await wait(RECORD_AGAIN_MILLISECONDS, undefined, { signal: this.#stopping }).catch(() => undefined);
      }
    }
  }
}
