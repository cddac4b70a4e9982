/** The proofs of payments that students send. The limits are those of the bucket and its rules in the database. */

import { documentPath, findDocumentType } from "./documents.ts";

export const PAYMENT_PROOF_BUCKET = "payment-proofs";
export const MAX_PROOF_BYTES = 5 * 1024 * 1024;
export const PROOF_TYPES: readonly string[] = ["application/pdf", "image/jpeg", "image/png", "image/webp"];

/** Returns why a file is refused, as the student reads it, or undefined if it is accepted. */
export function findProofRefusal(file: { name: string; type: string; size: number }): string | undefined {
  if (!PROOF_TYPES.includes(findDocumentType(file) ?? ""))
    return "This must be a picture (PNG, JPEG or WebP) or a PDF.";
  if (file.size === 0) return "This file is empty.";
  if (file.size > MAX_PROOF_BYTES) return "This file is too large (max 5 MB). A screenshot is much smaller.";
  return undefined;
}

/** Returns the name of the file in the bucket, as for a document. */
export const proofPath = documentPath;
