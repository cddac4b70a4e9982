import type { z } from "zod";
import { receiptSchema } from "./receipt.ts";

/** Returns a receipt as a PDF. The fonts and their shaping are loaded with the first receipt, not at the start. */
export async function renderReceipt(receipt: z.input<typeof receiptSchema>): Promise<Uint8Array> {
  const parsed = receiptSchema.parse(receipt);
  const { receiptPdf } = await import("./receipt-pdf.ts");
  return receiptPdf(parsed);
}
