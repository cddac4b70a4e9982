import type { ChangedDays } from "./changes.ts";

/** A thousand screens do not ask at the same moment, and all of them have the answer within a second (bench/README.md). */
const MAX_DELAY_MS = 350;
/** In a rush of bookings, a screen asks this often at once, and then at this interval: mobile data costs money. */
const BURST = 5;
const INTERVAL_MS = 5_000;

/** Passes changes on, those of a moment together. */
export function collectChanges(refresh: (days: ChangedDays) => void): {
  add(days: ChangedDays): void;
  stop(): void;
} {
  let pending: ChangedDays = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The time at which the whole burst is available again. */
  let fullAt = 0;

  function pass(): void {
    timer = undefined;
    fullAt = Math.max(fullAt, Date.now()) + INTERVAL_MS;
    const days = pending;
    pending = [];
    refresh(days);
  }
  return {
    add(days) {
      pending = days === "all" || pending === "all" ? "all" : [...new Set([...pending, ...days])];
      const excessMs = fullAt - Date.now() - (BURST - 1) * INTERVAL_MS;
      timer ??= setTimeout(pass, Math.max(0, excessMs) + Math.random() * MAX_DELAY_MS);
    },
    stop: () => clearTimeout(timer),
  };
}
