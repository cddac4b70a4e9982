import { expect, test } from "vitest";
import {
  ATTACHMENTS_TOO_LARGE,
  findAttachmentRefusal,
  MAX_ATTACHMENTS,
  wrongAttachmentType,
} from "./attachments.ts";

const LARGEST = 10 * 1024 * 1024;
const pdf = { name: "dates.pdf", type: "application/pdf", size: 1_000 };
const endsIn = (name: string, extension: string) =>
  `${name} is a .${extension} file. Please give it that ending.`;
const many = (count: number) => Array.from({ length: count }, () => pdf);

test.each([
  ["no attachment", [], undefined],
  [
    "each of the types",
    [
      ["a.pdf", "application/pdf"],
      ["A.JPG", "image/jpeg"],
      ["a.b.jpeg", "image/jpeg"],
      ["ಪಟ್ಟಿ.png", "image/png"],
      ["a.gif", "image/gif"],
    ].map(([name = "", type = ""]) => ({ ...pdf, name, type })),
    undefined,
  ],
  ["the largest size", [pdf, { ...pdf, size: LARGEST - pdf.size }], undefined],
  ["one byte more", [pdf, { ...pdf, size: LARGEST - pdf.size + 1 }], ATTACHMENTS_TOO_LARGE],
  ["another type", [pdf, { ...pdf, name: "a.webp", type: "image/webp" }], wrongAttachmentType("a.webp")],
  ["a page that is called a PDF file", [{ ...pdf, name: "dates.pdf.html" }], endsIn("dates.pdf.html", "pdf")],
  ["a file without an ending", [{ ...pdf, name: "dates", type: "image/jpeg" }], endsIn("dates", "jpg")],
  ["a type that the browser does not know", [{ ...pdf, type: "" }], wrongAttachmentType("dates.pdf")],
  ["an empty file", [{ ...pdf, size: 0 }], "dates.pdf is empty."],
  ["the largest number", many(MAX_ATTACHMENTS), undefined],
  ["one more", many(MAX_ATTACHMENTS + 1), "A mail takes at most 20 attachments."],
  [
    "a long name",
    [{ ...pdf, name: `${"x".repeat(201)}.pdf` }],
    "The name of an attachment has at most 200 letters.",
  ],
])("attachments are accepted or refused: %s", (_case, files, refusal) => {
  expect(findAttachmentRefusal(files)).toBe(refusal);
});
