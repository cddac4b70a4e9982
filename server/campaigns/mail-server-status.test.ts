import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MailServerStatus } from "./mail-server-status.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const createStatus = () =>
  new MailServerStatus(pino({ level: "silent" }), {
    firstRetryMs: 0,
    firstPauseMs: 1_000,
    longestPauseMs: 5_000,
  });

function pauses(status: MailServerStatus, count: number): number[] {
  return Array.from({ length: count }, () => {
    status.recordUnavailable(performance.now(), "refused");
    const { delayMs } = status;
    vi.advanceTimersByTime(delayMs);
    return delayMs;
  });
}

test("each pause is twice as long, up to the longest", () => {
  expect(pauses(createStatus(), 5)).toEqual([1_000, 2_000, 4_000, 5_000, 5_000]);
});

test("attempts that began before a pause do not make it longer", () => {
  const status = createStatus();
  const startedAt = performance.now();
  status.recordUnavailable(startedAt, "refused");
  status.recordUnavailable(startedAt, "refused");
  expect(status.delayMs).toBe(1_000);
});

test.each(["recordAccepted", "recordAvailable"] as const)(
  "once the server has responded to a mail, the next pause is short again: %s",
  (record) => {
    const status = createStatus();
    pauses(status, 3);
    status[record]();
    expect(pauses(status, 1)).toEqual([1_000]);
  },
);
