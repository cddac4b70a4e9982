import { mkdtemp, open, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { receiveFile } from "./receive-file.ts";

test("a body of single bytes is written in batches of few buffers", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "maarga-receive-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = await open(path.join(folder, "file"), "w+");
  onTestFinished(() => file.close());
  const writev = vi.spyOn(file, "writev");
  const contents = Buffer.from("0123456789".repeat(200));
  async function* body() {
    for (const byte of contents) yield Buffer.from([byte]);
  }
  expect(await receiveFile(body(), file, 10_000)).toMatchObject({ bytes: 2_000 });
  expect(Math.max(...writev.mock.calls.map(([buffers]) => buffers.length))).toBe(256);
  expect(await readFile(path.join(folder, "file"))).toEqual(contents);
});
