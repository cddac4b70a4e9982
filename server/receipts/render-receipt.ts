import { createHash } from "node:crypto";
import type { z } from "zod";
import { receiptSchema } from "./receipt.ts";

/** The number of receipts kept, of up to 170 kB each. */
const MAX_KEPT = 20;
const kept = new Map<string, Promise<Uint8Array>>();

/**
 * Returns a receipt as a PDF. The latest ones are kept, because shaping their text blocks the server for some
 * hundredths of a second, and somebody could request theirs all the time.
 */
export function renderReceipt(receipt: z.input<typeof receiptSchema>): Promise<Uint8Array> {
  const key = createHash("sha256").update(JSON.stringify(receipt)).digest("base64");
  const rendered = kept.get(key) ?? render(receipt);
  kept.delete(key);
  kept.set(key, rendered);
  if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value as string);
  rendered.catch(() => kept.delete(key));
  return rendered;
}

/** The fonts and their shaping are loaded with the first receipt, not at the start. */
async function render(receipt: z.input<typeof receiptSchema>): Promise<Uint8Array> {
  const parsed = receiptSchema.parse(receipt);
  const { receiptPdf } = await import("./receipt-pdf.ts");
  return receiptPdf(parsed);
}
