import { mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Worker } from "node:worker_threads";
import { expect, onTestFinished, test, vi } from "vitest";
import { pdf, samples, TYPES } from "../world/files.ts";
import { png } from "../world/pictures.ts";

/** The built class: its thread runs JavaScript. */
interface Inspector {
  inspect(file: unknown, upload: { bytes: number; type: string; userId: string }): Promise<void>;
  stop(): Promise<void>;
}

const POLLING = { timeout: 60_000 };
/** Longer than in a server, because a slow machine needs more time. */
const NO_LIMIT_MS = 100_000;

async function createInspector(timeoutMs?: number) {
  const file = path.resolve(import.meta.dirname, "../../build/server/inspector.js");
  const { Inspector } = (await import(file)) as { Inspector: new (timeoutMs?: number) => Inspector };
  const inspector = new Inspector(timeoutMs);
  const folder = await mkdtemp(path.join(tmpdir(), "maarga-inspection-"));
  onTestFinished(async () => {
    await inspector.stop();
    await rm(folder, { recursive: true });
  });
  let number = 0;
  const openFile = async (bytes: Buffer) => {
    number += 1;
    const name = path.join(folder, String(number));
    await writeFile(name, bytes);
    const handle = await open(name);
    return (type: string, userId: string) =>
      inspector.inspect(handle, { bytes: bytes.length, type, userId }).finally(() => handle.close());
  };
  const inspect = async (bytes: Buffer, type: string) => (await openFile(bytes))(type, "student");
  return { openFile, inspect };
}

test("a file that takes too long is refused, and the next one is inspected", async () => {
  const { inspect } = await createInspector(400);
  const slow = png({ width: 8_000, height: 4_000, bytesPerPixel: 8 });
  await expect(inspect(slow, TYPES.png)).rejects.toMatchObject({
    status: 422,
    message: "This file took too long to check. Please upload photos of its pages instead.",
  });
  // On a busy machine even a small file may take that long.
  await vi.waitFor(() => inspect(pdf(), TYPES.pdf), POLLING);
});

test("the thread ends after a large picture, which frees its memory, and stays after a small one", async () => {
  const { inspect } = await createInspector(NO_LIMIT_MS);
  const threads: Worker[] = [];
  const onWorker = (worker: Worker) => void threads.push(worker);
  process.on("worker", onWorker);
  onTestFinished(() => void process.off("worker", onWorker));
  await inspect(samples.png, TYPES.png);
  await inspect(samples.webp, TYPES.webp);
  expect(threads).toHaveLength(1);
  await inspect(png({ width: 4_000, height: 3_000 }), TYPES.png);
  await expect.poll(() => threads[0]?.threadId, POLLING).toBe(-1);
  await inspect(samples.jpeg, TYPES.jpeg);
  expect(threads).toHaveLength(2);
});

test("if one student sends too many files, only files of that student are refused", async () => {
  const { openFile } = await createInspector();
  const files = await Promise.all(Array.from({ length: 32 }, () => openFile(samples.docx)));
  const results = await Promise.allSettled(
    files.map((inspect, index) => inspect(TYPES.docx, index < 30 ? "busy" : "other")),
  );
  const refused = results.flatMap(({ status }, index) => (status === "rejected" ? [index] : []));
  // Of the thirty files, the first is inspected at once, twenty wait, and nine are refused.
  expect(refused).toEqual([21, 22, 23, 24, 25, 26, 27, 28, 29]);
  expect(results[21]).toMatchObject({ reason: { kind: "busy" } });
});

test("slow files of a few accounts do not keep the file of another student waiting", async () => {
  const { openFile } = await createInspector(NO_LIMIT_MS);
  const slow = png({ width: 8_000, height: 2_000, bytesPerPixel: 8 });
  const files = await Promise.all([slow, slow, slow, slow, pdf()].map(openFile));
  const settled: string[] = [];
  await Promise.all(
    ["first", "first", "second", "second", "student"].map(async (userId, index) => {
      await files[index]?.(userId === "student" ? TYPES.pdf : TYPES.png, userId);
      settled.push(userId);
    }),
  );
  expect(settled.slice(0, 3)).toEqual(["first", "second", "student"]);
});
