import { mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { pdf, samples, TYPES } from "../world/files.ts";
import { png } from "../world/pictures.ts";

/** The built class: its thread runs JavaScript. */
interface Inspector {
  inspect(file: unknown, bytes: number, type: string): Promise<void>;
  stop(): Promise<void>;
}

async function createInspector(timeoutMs?: number) {
  const file = path.resolve(import.meta.dirname, "../../build/server/storage/inspection/inspector.js");
  const { Inspector } = (await import(file)) as { Inspector: new (timeoutMs?: number) => Inspector };
  const inspector = new Inspector(timeoutMs);
  const folder = await mkdtemp(path.join(tmpdir(), "maarga-inspection-"));
  onTestFinished(async () => {
    await inspector.stop();
    await rm(folder, { recursive: true });
  });
  let number = 0;
  return async (bytes: Buffer, type: string) => {
    number += 1;
    const name = path.join(folder, String(number));
    await writeFile(name, bytes);
    const handle = await open(name);
    await inspector.inspect(handle, bytes.length, type).finally(() => handle.close());
  };
}

test("a file that takes too long is refused, and the next one is inspected", async () => {
  const inspect = await createInspector(300);
  const slow = png({ width: 16_000, height: 4_200, bytesPerPixel: 8 });
  await expect(inspect(slow, TYPES.png)).rejects.toMatchObject({
    status: 422,
    message: "This file took too long to check. Please upload photos of its pages instead.",
  });
  await expect(inspect(pdf(), TYPES.pdf)).resolves.toBeUndefined();
});

test("many files at once are inspected one after the other, and more than two hundred are turned away", async () => {
  const inspect = await createInspector();
  const results = await Promise.allSettled(
    Array.from({ length: 220 }, () => inspect(samples.docx, TYPES.docx)),
  );
  const refused = results.filter(({ status }) => status === "rejected");
  expect(refused).toHaveLength(20);
  expect(refused[0]).toMatchObject({ reason: { kind: "busy" } });
});
