import { oneAtATime } from "../office-files/one-at-a-time.ts";
import { type Progress, readInThread, threadBeside } from "../office-files/reader-thread.ts";
import type { PrintedList } from "./printed-list.ts";

/** A list of a hundred pages took three seconds on a busy machine. */
const TIMEOUT_MS = 60_000;
const MAX_MEMORY_MB = 1_024;

export type ReadList = (contents: Uint8Array, onPage?: (progress: Progress) => void) => Promise<PrintedList>;

export function createListReader(): ReadList {
  const thread = {
    url: threadBeside(import.meta.url, "list-worker"),
    timeoutMs: TIMEOUT_MS,
    maxMemoryMb: MAX_MEMORY_MB,
    limitMessage: "This file took too long to read. Please choose the PDF that KEA published.",
    reads: "lists",
  };
  return oneAtATime((contents, onPage) => readInThread<PrintedList>(thread, contents, {}, onPage));
}
