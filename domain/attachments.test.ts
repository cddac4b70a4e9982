import { expect, test } from "vitest";
import {
  ATTACHMENTS_TOO_LARGE,
  findAttachmentRefusal,
  MAX_ATTACHMENT_BYTES,
  MAX_ATTACHMENTS,
  wrongAttachmentType,
} from "./attachments.ts";

const pdf = { name: "dates.pdf", type: "application/pdf", size: 1_000 };
const many = (count: number) => Array.from({ length: count }, () => pdf);

test.each([
  ["nothing", [], undefined],
  [
    "each of the types",
    ["application/pdf", "image/jpeg", "image/png", "image/gif"].map((type) => ({ ...pdf, type })),
    undefined,
  ],
  ["as large as may be", [pdf, { ...pdf, size: MAX_ATTACHMENT_BYTES - pdf.size }], undefined],
  ["a byte more", [pdf, { ...pdf, size: MAX_ATTACHMENT_BYTES - pdf.size + 1 }], ATTACHMENTS_TOO_LARGE],
  ["another type", [pdf, { ...pdf, name: "a.webp", type: "image/webp" }], wrongAttachmentType("a.webp")],
  ["a type that the browser does not know", [{ ...pdf, type: "" }], wrongAttachmentType("dates.pdf")],
  ["an empty file", [{ ...pdf, size: 0 }], "dates.pdf is empty."],
  ["as many as may be", many(MAX_ATTACHMENTS), undefined],
  ["one more", many(MAX_ATTACHMENTS + 1), "A mail takes at most 20 attachments."],
  ["a long name", [{ ...pdf, name: "x".repeat(201) }], "The name of an attachment has at most 200 letters."],
])("%s", (_what, files, refusal) => {
  expect(findAttachmentRefusal(files)).toBe(refusal);
});
