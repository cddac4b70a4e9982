import { readInThread, threadBeside } from "../office-files/reader-thread.ts";
import type { ChosenLayout, Statement, UnknownLayout } from "./read-statement.ts";

/** On a busy machine, a hundred thousand lines took five seconds as CSV and nine as XLSX. */
const TIMEOUT_MS = 30_000;
const MAX_MEMORY_MB = 1_024;

export type ReadStatement = (
  contents: Uint8Array,
  chosen: readonly ChosenLayout[],
) => Promise<Statement | UnknownLayout>;

/** Creates a reader that reads one statement at a time, because a large one needs much memory. */
export function createStatementReader(timeoutMs = TIMEOUT_MS): ReadStatement {
  const thread = {
    url: threadBeside(import.meta.url, "statement-worker"),
    timeoutMs,
    maxMemoryMb: MAX_MEMORY_MB,
    tooHard: "This file took too long to read. Please export a shorter period, or save it as CSV.",
    reads: "statements",
  };
  let last: Promise<unknown> = Promise.resolve();
  return (contents, chosen) => {
    const next = last.then(() => readInThread<Statement | UnknownLayout>(thread, contents, { chosen }));
    last = next.catch(() => undefined);
    return next;
  };
}
