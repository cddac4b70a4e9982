/** Before so many are finished nothing is concluded. */
const FINISHED = 20;
const SHARE = 0.3;

/**
 * Counts how campaigns fare, since this process sends them. After it has said "too many" it counts anew: an admin who
 * goes on all the same is not stopped again for the same failures.
 */
export class FailureCounter {
  readonly #counts = new Map<string, { finished: number; failed: number }>();

  add(campaign: string, outcome: "sent" | "failed"): boolean {
    const counts = this.#counts.get(campaign) ?? { finished: 0, failed: 0 };
    counts.finished += 1;
    if (outcome === "failed") counts.failed += 1;
    const tooMany = counts.finished >= FINISHED && counts.failed > SHARE * counts.finished;
    if (tooMany) this.#counts.delete(campaign);
    else this.#counts.set(campaign, counts);
    return tooMany;
  }
}
