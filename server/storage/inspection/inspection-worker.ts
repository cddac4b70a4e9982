import { parentPort } from "node:worker_threads";
import { checkContent } from "./check-content.ts";
import { isDecoderSpent } from "./picture-decoder.ts";

/*
 * Inspects files in a thread of its own, so that a file that is slow to inspect delays no other request. The inspector
 * sends the next file when this one has been answered.
 */
parentPort?.on("message", async ({ bytes, type }: { bytes: ArrayBuffer; type: string }) => {
  const problem = await checkContent(Buffer.from(bytes), type);
  parentPort?.postMessage({ problem, isSpent: isDecoderSpent() });
});

parentPort?.postMessage("ready");
