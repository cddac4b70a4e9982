import { parentPort, workerData } from "node:worker_threads";
import type { Progress } from "../office-files/reader-thread.ts";
import { TableProblem } from "../office-files/table-problem.ts";
import { readListFile } from "./read-list-file.ts";

/** Reads one list in a thread of its own, which ends with it. */

const { bytes } = workerData as { readonly bytes: ArrayBuffer };
try {
  const onPage = (progress: Progress) => parentPort?.postMessage({ progress });
  parentPort?.postMessage({ result: readListFile(Buffer.from(bytes), onPage) });
} catch (error) {
  if (!(error instanceof TableProblem)) throw error;
  parentPort?.postMessage({ problem: error.message });
}
