import { expect, test } from "vitest";
import { isDocumentPath } from "./documents.ts";
import { findProofRefusal, MAX_PROOF_BYTES, proofPath } from "./payment-proofs.ts";

test.each([
  ["a PNG", "a.png", "image/png", 1, undefined],
  ["a JPEG of exactly 5 MB", "a.jpg", "image/jpeg", MAX_PROOF_BYTES, undefined],
  ["a WebP", "a.webp", "image/webp", 9, undefined],
  ["a PDF whose type the phone does not know", "a.pdf", "", 9, undefined],
  ["a byte more than 5 MB", "a.jpg", "image/jpeg", MAX_PROOF_BYTES + 1, "too large (max 5 MB)"],
  ["an empty file", "a.png", "image/png", 0, "empty"],
  ["a Word document", "a.doc", "application/msword", 9, "must be a picture"],
  ["a web page", "a.html", "text/html", 9, "must be a picture"],
  ["a GIF", "a.gif", "image/gif", 9, "must be a picture"],
  ["a HEIC photo", "a.heic", "image/heic", 9, "must be a picture"],
])("%s: %s", (_case, name, type, size, words) => {
  const refusal = findProofRefusal({ name, type, size });
  if (words === undefined) expect(refusal).toBeUndefined();
  else expect(refusal).toContain(words);
});

test("a proof has a name that the storage accepts", () => {
  const path = proofPath("0b7c9a52-4a7e-4f0e-9c1b-1f2e3d4c5b6a", "../Screenshot #1?.png", new Date(0));
  expect(path).toBe("0b7c9a52-4a7e-4f0e-9c1b-1f2e3d4c5b6a/0000000000000_..-Screenshot -1-.png");
  expect(isDocumentPath(path)).toBe(true);
});
