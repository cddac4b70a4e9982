import { expect, test } from "vitest";
import { readInThread } from "./reader-thread.ts";
import { TableProblem } from "./table-problem.ts";

/** Runs this code as a thread. */
const thread = (code: string, limits = {}) => ({
  url: new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort, workerData } from "node:worker_threads"; ${code}`)}`,
  ),
  timeoutMs: 60_000,
  maxMemoryMb: 64,
  limitMessage: "This file is too hard.",
  reads: "lists",
  ...limits,
});
const bytes = new Uint8Array([1, 2, 3]);

test("a file is read in a thread, which gets a copy of it", async () => {
  const code = "parentPort.postMessage({ result: [workerData.bytes.byteLength, workerData.name] })";
  expect(await readInThread(thread(code), bytes, { name: "x" })).toEqual([3, "x"]);
  expect(bytes).toHaveLength(3);
});

test("a file that takes too long is refused, and its thread ends", async () => {
  await expect(readInThread(thread("for (;;);", { timeoutMs: 50 }), bytes, {})).rejects.toEqual(
    new TableProblem("This file is too hard."),
  );
});

test("a file that takes too much memory is refused, and the server goes on", async () => {
  const code = "const kept = []; for (;;) kept.push(new Array(1000).fill(kept.length));";
  await expect(readInThread(thread(code), bytes, {})).rejects.toEqual(
    new TableProblem("This file is too hard."),
  );
});

test("a problem of the file is passed on, and a thread that ends without an answer is a failure", async () => {
  const problem = "parentPort.postMessage({ problem: 'Page 1, line 4: this is no rank.' })";
  await expect(readInThread(thread(problem), bytes, {})).rejects.toEqual(
    new TableProblem("Page 1, line 4: this is no rank."),
  );
  await expect(readInThread(thread(""), bytes, {})).rejects.toThrow("the thread that reads lists ended");
  await expect(readInThread(thread("throw new RangeError('a bug')"), bytes, {})).rejects.toThrow("a bug");
});
