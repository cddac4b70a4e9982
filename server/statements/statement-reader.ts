import { oneAtATime } from "../office-files/one-at-a-time.ts";
import { readInThread, threadBeside } from "../office-files/reader-thread.ts";
import type { ChosenLayout, Statement, UnknownLayout } from "./read-statement.ts";

/** On a busy machine, a hundred thousand lines took five seconds as CSV and nine as XLSX. */
const TIMEOUT_MS = 30_000;
const MAX_MEMORY_MB = 1_024;

export type ReadStatement = (
  contents: Uint8Array,
  chosen: readonly ChosenLayout[],
) => Promise<Statement | UnknownLayout>;

export function createStatementReader(): ReadStatement {
  const thread = {
    url: threadBeside(import.meta.url, "statement-worker"),
    timeoutMs: TIMEOUT_MS,
    maxMemoryMb: MAX_MEMORY_MB,
    limitMessage: "This file took too long to read. Please export a shorter period, or save it as CSV.",
    reads: "statements",
  };
  return oneAtATime((contents, chosen) =>
    readInThread<Statement | UnknownLayout>(thread, contents, { chosen }),
  );
}
