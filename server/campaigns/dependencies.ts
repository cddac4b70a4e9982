import type { Logger } from "pino";
import type { RenderCampaignMail } from "../mail/campaign-mail.ts";
import type { Mailer } from "../mail/message.ts";
import type { ServiceDatabase } from "../postgres/database.ts";
import type { WriteLogs } from "../storage/write-logs.ts";

export interface CampaignDependencies {
  readonly database: ServiceDatabase;
  readonly log: Logger;
  readonly send: Mailer["send"];
  /** The maximum number of deliveries in progress. */
  readonly concurrency: number;
  readonly ratePerSecond: number;
  readonly renderCampaignMail: RenderCampaignMail;
  readonly unsubscribeLinkFor: (userId: string) => string;
  readonly writeLogs: WriteLogs;
  readonly retryDelays?: RetryDelays;
}

export interface RetryDelays {
  /** Before a recipient's second attempt. Each further delay is four times as long. */
  readonly firstRetryMs: number;
  /** While the mail server is unavailable. Each further pause is twice as long, up to the longest. */
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
}

export const DEFAULT_RETRY_DELAYS: RetryDelays = {
  firstRetryMs: 30_000,
  firstPauseMs: 1_000,
  longestPauseMs: 60_000,
};
