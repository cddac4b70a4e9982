import { readInThread, threadBeside } from "../office-files/reader-thread.ts";
import type { PrintedList } from "./printed-list.ts";

/** A list of a hundred pages took three seconds on a busy machine. */
const TIMEOUT_MS = 60_000;
const MAX_MEMORY_MB = 1_024;

export type ReadList = (contents: Uint8Array) => Promise<PrintedList>;

/** Creates a reader that reads one list at a time, because a large one needs much memory. */
export function createListReader(timeoutMs = TIMEOUT_MS): ReadList {
  const thread = {
    url: threadBeside(import.meta.url, "list-worker"),
    timeoutMs,
    maxMemoryMb: MAX_MEMORY_MB,
    tooHard: "This file took too long to read. Please choose the PDF that KEA published.",
    reads: "lists",
  };
  let last: Promise<unknown> = Promise.resolve();
  return (contents) => {
    const next = last.then(() => readInThread<PrintedList>(thread, contents, {}));
    last = next.catch(() => undefined);
    return next;
  };
}
