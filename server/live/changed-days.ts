/** A day such as 2026-11-25, or all of them. */
const DAY = /^(\d{4}-\d\d-\d\d|all)$/;

/** Changes within this time become one event, so that a rush of bookings sends few. */
const COLLECT_MS = 80;
/** Younger data than this gets the days that have changed since. For older data, all may have. */
const REMEMBER_MS = 10 * 60_000;
/** The age of data counts from its arrival at the screen; it was read before. */
const LEEWAY_MS = 5_000;

/** Collects the days whose times change, and remembers for a while when each did. */
export class ChangedDays {
  readonly #publish: (days: string) => void;
  readonly #now: () => number;
  readonly #pending = new Set<string>();
  /** When each day changed, the latest last. */
  readonly #changedAtMs = new Map<string, number>();
  #knownSinceMs = Number.POSITIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  constructor(publish: (days: string) => void, now: () => number = () => performance.now()) {
    this.#publish = publish;
    this.#now = now;
  }

  /** All changes from now on will be added. */
  begin(): void {
    this.#knownSinceMs = this.#now();
    this.#changedAtMs.clear();
  }

  add(day: string): void {
    if (!DAY.test(day)) return;
    this.#changedAtMs.delete(day);
    this.#changedAtMs.set(day, this.#now());
    this.#pending.add(day);
    this.#timer ??= setTimeout(() => this.#publishPending(), COLLECT_MS).unref();
  }

  /** Returns the days that may have changed since somebody received data. */
  since(ageMs: number): string {
    const receivedAtMs = this.#now() - ageMs - LEEWAY_MS;
    if (receivedAtMs < this.#knownSinceMs || ageMs > REMEMBER_MS) return "all";
    const days = [...this.#changedAtMs].filter(([, changedAtMs]) => changedAtMs >= receivedAtMs);
    return join(days.map(([day]) => day));
  }

  #publishPending(): void {
    this.#timer = undefined;
    this.#publish(join([...this.#pending]));
    this.#pending.clear();
    const forgotten = this.#now() - REMEMBER_MS - LEEWAY_MS;
    for (const [day, changedAtMs] of this.#changedAtMs) {
      if (changedAtMs >= forgotten) break;
      this.#changedAtMs.delete(day);
    }
  }
}

function join(days: readonly string[]): string {
  return days.includes("all") ? "all" : days.join();
}
