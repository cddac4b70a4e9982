import path from "node:path";
import { Worker } from "node:worker_threads";
import type { ChosenLayout, Statement, UnknownLayout } from "./read-statement.ts";
import { StatementProblem } from "./statement-problem.ts";

/** On a busy machine, a hundred thousand lines took five seconds as CSV and nine as XLSX. */
const TIMEOUT_MS = 30_000;
const MAX_MEMORY_MB = 1_024;

export type ReadStatement = (
  contents: Uint8Array,
  chosen: readonly ChosenLayout[],
) => Promise<Statement | UnknownLayout>;

interface Reply {
  readonly result?: Statement | UnknownLayout;
  readonly problem?: string;
}

/** Creates a reader that reads one statement at a time, because a large one needs much memory. */
export function createStatementReader(timeoutMs = TIMEOUT_MS): ReadStatement {
  let last: Promise<unknown> = Promise.resolve();
  return (contents, chosen) => {
    const next = last.then(() => readInThread(contents, chosen, timeoutMs));
    last = next.catch(() => undefined);
    return next;
  };
}

function readInThread(
  contents: Uint8Array,
  chosen: readonly ChosenLayout[],
  timeoutMs: number,
): Promise<Statement | UnknownLayout> {
  return new Promise((resolve, reject) => {
    // The source of this file is TypeScript in development and JavaScript in the build.
    const file = new URL(`statement-worker${path.extname(import.meta.url)}`, import.meta.url);
    const bytes = new Uint8Array(contents).buffer;
    const worker = new Worker(file, {
      workerData: { bytes, chosen },
      transferList: [bytes],
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
    });
    const end = (settle: () => void) => {
      clearTimeout(timer);
      settle();
      worker.terminate().catch(() => undefined);
    };
    const timer = setTimeout(() => end(() => reject(tooHard())), timeoutMs);
    worker
      .on("message", ({ result, problem }: Reply) =>
        end(() => (result ? resolve(result) : reject(new StatementProblem(problem)))),
      )
      .on("error", (error: Error & { code?: string }) =>
        end(() => reject(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? tooHard() : error)),
      )
      .on("exit", () => end(() => reject(new Error("the thread that reads statements ended"))));
  });
}

function tooHard(): StatementProblem {
  return new StatementProblem(
    "This file took too long to read. Please export a shorter period, or save it as CSV.",
  );
}
