import { toWideNetwork } from "./network.ts";

export interface LimitReport {
  readonly limit: string;
  readonly address: string | undefined;
  readonly userId: string | undefined;
}

const INTERVAL_MS = 60_000;
/** Reports of one interval. Without it, an attacker with many networks could fill the table. */
const MAX_REPORTS = 60;

/**
 * Passes on at most one report a minute for each limit and user, or network if nobody is signed in, and at most sixty a
 * minute in all. The metrics count every refusal; the reports are for people.
 */
export class LimitReports {
  readonly #pass: (report: LimitReport) => void;
  readonly #now: () => number;
  readonly #passed = new Set<string>();
  #startedAtMs = Number.NEGATIVE_INFINITY;

  constructor(pass: (report: LimitReport) => void, now: () => number = () => performance.now()) {
    this.#pass = pass;
    this.#now = now;
  }

  report(report: LimitReport): void {
    const now = this.#now();
    if (now - this.#startedAtMs >= INTERVAL_MS) {
      this.#startedAtMs = now;
      this.#passed.clear();
    }
    const key = `${report.limit} ${report.userId ?? toWideNetwork(report.address ?? "")}`;
    if (this.#passed.size >= MAX_REPORTS || this.#passed.has(key)) return;
    this.#passed.add(key);
    this.#pass(report);
  }
}
