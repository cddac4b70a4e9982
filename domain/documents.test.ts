import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  documentPath,
  findDocumentRefusal,
  findDocumentType,
  hasFittingExtension,
  isDocumentPath,
  isSafePath,
  shownDocumentName,
  type UploadRequest,
  withFittingExtension,
} from "./documents.ts";

const STUDENT = "0b7c9a52-4a7e-4f0e-9c1b-1f2e3d4c5b6a";
const AT = new Date("2026-11-21T09:30:00.123Z");
// fc.string({ unit: "binary" }) takes seconds to create, has no lone surrogates, and is short by default.
const anyText = fc
  .array(fc.nat({ max: 0x10ffff }), { maxLength: 400, size: "max" })
  .map((codePoints) => String.fromCodePoint(...codePoints));
const bytes = (text: string) => Buffer.byteLength(text);

describe("an upload is accepted or refused", () => {
  const fine: UploadRequest = {
    hasPlan: true,
    count: 4,
    file: { name: "marks.pdf", type: "application/pdf", size: 10 * 1024 * 1024 },
  };

  test.each([
    ["nothing is wrong", {}, undefined],
    ["the student has no plan", { hasPlan: false, count: 9 }, "Please purchase a plan to upload documents."],
    ["the student has five already", { count: 5 }, "You can upload a maximum of 5 documents."],
    [
      "the type is not allowed",
      { file: { ...fine.file, type: "text/plain", size: 10 ** 9 } },
      "Unsupported file type.",
    ],
    ["the file is empty", { file: { ...fine.file, size: 0 } }, "This file is empty."],
    [
      "the file is a byte too large",
      { file: { ...fine.file, size: fine.file.size + 1 } },
      "File too large (max 10MB).",
    ],
  ])("when %s", (_case, change, refusal) => {
    expect(findDocumentRefusal({ ...fine, ...change })).toBe(refusal);
  });

  test.each([
    ["a.pdf", "application/pdf", "application/pdf"],
    ["a.DOCX", "", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
    ["a.doc", "", "application/msword"],
    ["a.jpg", "", "image/jpeg"],
    ["a.pdf", "text/html", undefined],
    ["a.exe", "", undefined],
    ["constructor", "", undefined],
    ["pdf", "", undefined],
  ])("%s, for which the browser reports the type '%s', is sent as %s", (name, type, sent) => {
    expect(findDocumentType({ name, type })).toBe(sent);
  });

  test.each([
    ["marks.pdf", "application/pdf", "marks.pdf"],
    ["PHOTO.JPEG", "image/jpeg", "PHOTO.JPEG"],
    ["photo.jfif", "image/jpeg", "photo.jfif.jpg"],
    ["scan", "application/pdf", "scan.pdf"],
    ["marks.pdf", "image/png", "marks.pdf.png"],
    ["marks.pdf.exe", "application/pdf", "marks.pdf.exe.pdf"],
  ])("%s of the type %s is sent as %s", (name, type, sent) => {
    expect(withFittingExtension(name, type)).toBe(sent);
    expect(hasFittingExtension(name, type)).toBe(name === sent);
  });
});

describe("the name of a document", () => {
  test.each([
    ["marks card.pdf"],
    ["ಅಂಕಪಟ್ಟಿ.pdf"],
    ["ಕ್‍ಷ.pdf"],
    ["अंकपत्र.pdf"],
    ["👩‍🎓🎉.png"],
    ["a'b(c)&d=e+f,g;h@i$j!k.webp"],
  ])("%s is kept as it is", (name) => {
    const path = documentPath(STUDENT, name, AT);
    expect(path).toBe(`${STUDENT}/1795253400123_${name.normalize("NFC")}`);
    expect(isDocumentPath(path)).toBe(true);
    expect(shownDocumentName(path.slice(STUDENT.length + 1))).toBe(name.normalize("NFC"));
  });

  test.each([
    ["../../etc/passwd", "..-..-etc-passwd"],
    ["..", "document"],
    ["  ", "document"],
    ["", "document"],
    ["100% sure?#1.pdf", "100- sure--1.pdf"],
    ["fdp\u202e.exe", "fdp.exe"],
    ["a\u0000b\r\nc\\d.pdf", "abcd.pdf"],
    ["\ud800x.pdf", "x.pdf"],
  ])("%j is kept as %s", (name, kept) => {
    expect(documentPath(STUDENT, name, AT)).toBe(`${STUDENT}/1795253400123_${kept}`);
  });

  test("is shortened from 300 letters without losing its extension", () => {
    const name = documentPath(STUDENT, `${"ಕ್ಷ".repeat(75)}.pdf`, AT).slice(STUDENT.length + 1);
    expect(name).toMatch(/^1795253400123_(ಕ್ಷ)+\.pdf$/);
    expect(bytes(name)).toBeLessThanOrEqual(255);
    expect(bytes(name)).toBeGreaterThan(255 - bytes("ಕ್ಷ"));
  });

  test("is always valid, whatever the original name was", () => {
    fc.assert(
      fc.property(anyText, (name) => {
        expect(isDocumentPath(documentPath(STUDENT, name, AT))).toBe(true);
      }),
    );
  });
});

test.each([
  ["email_failures/email_failures_1795253400123.json", true],
  ["ಕ/ಖ", true],
  ["", false],
  ["/a", false],
  ["a/", false],
  ["a//b", false],
  ["a/./b", false],
  ["a/../b", false],
  ["..", false],
  ["...", true],
  ["a\\b", false],
  ["a\u0000", false],
  ["a\u007f", false],
  ["a\u202eb", false],
  ["a\u2066b", false],
  ["\ufeffa", false],
  ["x".repeat(512), true],
  ["x".repeat(513), false],
  ["ಕ".repeat(171), false],
])("the path %j is safe: %s", (path, safe) => {
  expect(isSafePath(path)).toBe(safe);
});

test.each([
  [`${STUDENT}/1795253400123_a.pdf`, true],
  [`${STUDENT}/1795253400123_${"x".repeat(241)}`, true],
  [`${STUDENT}/1795253400123_${"x".repeat(242)}`, false],
  [`${STUDENT}/1795253400123_`, false],
  [`${STUDENT}/1795253400123_ .. `, false],
  [`${STUDENT}/179525340012_a.pdf`, false],
  [`${STUDENT}/a.pdf`, false],
  [`${STUDENT}/deeper/1795253400123_a.pdf`, false],
  [`${STUDENT.toUpperCase()}/1795253400123_a.pdf`, false],
  ["someone/1795253400123_a.pdf", false],
])("the document path %s is valid: %s", (path, valid) => {
  expect(isDocumentPath(path)).toBe(valid);
});
