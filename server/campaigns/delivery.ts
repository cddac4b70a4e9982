import { setTimeout as wait } from "node:timers/promises";
import type { MailError } from "../mail/message.ts";
import type { Query } from "../postgres/database.ts";
import type { Content } from "./campaign-content.ts";
import { type CampaignDependencies, DEFAULT_RETRY_DELAYS } from "./dependencies.ts";
import { FailureCounter } from "./failure-counter.ts";
import type { MailServerStatus } from "./mail-server-status.ts";
import { type Outcome, type Recipient, recordOutcome } from "./recipients.ts";

const MAX_ATTEMPTS = 5;
const RECORD_RETRY_MS = 1_000;

interface DeliveryContext {
  /** Runs on the connection that claims recipients, so that a pause takes effect before the next claim. */
  readonly query: Query;
  readonly mailServer: MailServerStatus;
  readonly stopping: AbortSignal;
}

/** Attempts a mail, records the outcome, and pauses a campaign if too many of its mails fail. */
export class Delivery {
  readonly #dependencies: CampaignDependencies;
  readonly #context: DeliveryContext;
  readonly #failures = new FailureCounter();

  constructor(dependencies: CampaignDependencies, context: DeliveryContext) {
    this.#dependencies = dependencies;
    this.#context = context;
  }

  async deliver(recipient: Recipient, content: Content): Promise<void> {
    const outcome = await this.#attempt(recipient, content);
    await this.#record(recipient, outcome);
    if (outcome.state === "queued") return;
    const campaign = recipient.campaign_id;
    if (this.#failures.add(campaign, outcome.state)) await this.#pauseCampaign(campaign);
  }

  async #attempt(recipient: Recipient, { subject, body, attachments }: Content): Promise<Outcome> {
    const { mailServer } = this.#context;
    const startedAt = performance.now();
    const acceptedBefore = mailServer.acceptedMails;
    try {
      const unsubscribeUrl = this.#dependencies.unsubscribeLinkFor(recipient.user_id);
      const rendered = this.#dependencies.renderCampaignMail({
        subject,
        body,
        unsubscribeUrl,
        values: recipient.merge ?? {},
      });
      const { id, email: to } = recipient;
      await this.#dependencies.send({ id, to, ...rendered, unsubscribeUrl, attachments });
      mailServer.recordAccepted();
      return { state: "sent" };
    } catch (error) {
      const { permanent, about } = error as Partial<MailError>;
      const reason = this.#reasonOf(error as Error, recipient);
      if (about === "server") mailServer.recordUnavailable(startedAt, reason);
      else mailServer.recordAvailable();
      // If the server accepted other mails in the meantime, this mail may be the problem.
      const countsAsAttempt = about !== "server" || mailServer.acceptedMails > acceptedBefore;
      if (permanent || (countsAsAttempt && recipient.attempts + 1 >= MAX_ATTEMPTS))
        return { state: "failed", reason };
      const delayMs = countsAsAttempt ? this.#retryDelayMs(recipient.attempts) : 0;
      return { state: "queued", reason, countsAsAttempt, delayMs };
    }
  }

  /** Returns a text for admins. The details of a fault go to the log only. */
  #reasonOf(error: Error & Partial<MailError>, recipient: Recipient): string {
    if (error.permanent !== undefined) return error.message;
    this.#dependencies.log.error({ err: error, recipient: recipient.id }, "a mail could not be created");
    return "an unexpected error in Maarga";
  }

  /** Varies by a quarter, so that mails that failed together are not all retried at once. */
  #retryDelayMs(attempts: number): number {
    const { firstRetryMs } = this.#dependencies.retryDelays ?? DEFAULT_RETRY_DELAYS;
    return firstRetryMs * 4 ** attempts * (0.75 + Math.random() / 2);
  }

  /** Retries until the process stops: a mail without a recorded outcome is sent again. */
  async #record(recipient: Recipient, outcome: Outcome): Promise<void> {
    const { database, log } = this.#dependencies;
    const { stopping } = this.#context;
    for (;;) {
      try {
        return await recordOutcome(database.query, recipient, outcome);
      } catch (error) {
        log.warn({ err: error }, "the outcome of a mail could not be recorded");
        if (stopping.aborted) return;
        await wait(RECORD_RETRY_MS, undefined, { signal: stopping }).catch(() => undefined);
      }
    }
  }

  async #pauseCampaign(campaign: string): Promise<void> {
    const { log } = this.#dependencies;
    try {
      await this.#context.query("select private.pause_for_failures($1)", [campaign]);
      log.warn({ campaign }, "too many mails failed: the campaign is paused");
    } catch (error) {
      log.warn({ err: error, campaign }, "too many mails failed, but the campaign could not be paused");
    }
  }
}
