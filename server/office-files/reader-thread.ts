import path from "node:path";
import { Worker } from "node:worker_threads";
import { TableProblem } from "./table-problem.ts";

export interface ReaderThread {
  /** The file of the thread, in the folder of the caller. */
  readonly url: URL;
  readonly timeoutMs: number;
  readonly maxMemoryMb: number;
  /** The message of a file that took too long or too much memory. */
  readonly limitMessage: string;
  /** The kind of file that the thread reads, for the log. */
  readonly reads: string;
}

/** The part of the work that is done: pages of a PDF, rows of a table. */
export interface Progress {
  readonly done: number;
  readonly total: number;
}

interface Reply<T> {
  readonly progress?: Progress;
  readonly result?: T;
  readonly problem?: string;
}

/** Returns the address of a thread beside the caller: TypeScript in development, and JavaScript in the build. */
export function threadBeside(caller: string, name: string): URL {
  return new URL(`${name}${path.extname(caller)}`, caller);
}

/** Reads a file in a thread of its own, which ends with it, and refuses one that takes too long or too much memory. */
export function readInThread<T>(
  thread: ReaderThread,
  contents: Uint8Array,
  given: object,
  onProgress?: (progress: Progress) => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const bytes = new Uint8Array(contents).buffer;
    const worker = new Worker(thread.url, {
      workerData: { bytes, ...given },
      transferList: [bytes],
      resourceLimits: { maxOldGenerationSizeMb: thread.maxMemoryMb },
    });
    const end = (settle: () => void) => {
      clearTimeout(timer);
      settle();
      worker.terminate().catch(() => undefined);
    };
    const limitProblem = () => new TableProblem(thread.limitMessage);
    const timer = setTimeout(() => end(() => reject(limitProblem())), thread.timeoutMs);
    worker
      .on("message", ({ progress, result, problem }: Reply<T>) =>
        progress
          ? onProgress?.(progress)
          : end(() => (result ? resolve(result) : reject(new TableProblem(problem)))),
      )
      .on("error", (error: Error & { code?: string }) =>
        end(() => reject(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? limitProblem() : error)),
      )
      .on("exit", () => end(() => reject(new Error(`the thread that reads ${thread.reads} ended`))));
  });
}
