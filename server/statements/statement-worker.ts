import { parentPort, workerData } from "node:worker_threads";
import { TableProblem } from "../office-files/table-problem.ts";
import { type ChosenLayout, readStatement } from "./read-statement.ts";

/** Reads one statement in a thread of its own, which ends with it. */

interface Task {
  readonly bytes: ArrayBuffer;
  readonly chosen: readonly ChosenLayout[];
}

const { bytes, chosen } = workerData as Task;
try {
  parentPort?.postMessage({ result: readStatement(Buffer.from(bytes), chosen) });
} catch (error) {
  if (!(error instanceof TableProblem)) throw error;
  parentPort?.postMessage({ problem: error.message });
}
