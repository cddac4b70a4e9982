/** The share of failed mails says nothing before this many mails are finished. */
const MIN_FINISHED = 20;
const MAX_FAILED_SHARE = 0.3;

/** Counts the failed mails of each campaign since this process began to send it. */
export class FailureCounter {
  readonly #counts = new Map<string, { finished: number; failed: number }>();

  /**
   * Returns whether too many of the campaign's mails have failed. If so, its count starts again, so that an admin who
   * resumes the campaign is not stopped by the same failures.
   */
  add(campaignId: string, state: "sent" | "failed"): boolean {
    const counts = this.#counts.get(campaignId) ?? { finished: 0, failed: 0 };
    counts.finished += 1;
    if (state === "failed") counts.failed += 1;
    const isTooMany = counts.finished >= MIN_FINISHED && counts.failed > MAX_FAILED_SHARE * counts.finished;
    if (isTooMany) this.#counts.delete(campaignId);
    else this.#counts.set(campaignId, counts);
    return isTooMany;
  }
}
