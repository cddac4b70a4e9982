import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { samples, TYPES } from "../../../tests/world/files.ts";
import { hostilePictures } from "../../../tests/world/hostile-files.ts";
import { hostilePdfs } from "../../../tests/world/hostile-pdfs.ts";
import { hostileWordFiles } from "../../../tests/world/hostile-word-files.ts";
import { objectStream, pdfWith, stream } from "../../../tests/world/pdf-files.ts";
import { docx, fieldCharacter, instruction } from "../../../tests/world/word-files.ts";
import { checkContent } from "./check-content.ts";

const files = [
  ...Object.entries(samples).map(([kind, bytes]) => [bytes, TYPES[kind as keyof typeof TYPES]] as const),
  ...[...hostilePdfs, ...hostileWordFiles, ...hostilePictures].map(
    ([, bytes, type]) => [bytes, type] as const,
  ),
].filter(([bytes]) => bytes.length < 50_000);
const BEGIN = fieldCharacter("begin");
const change = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
  value: fc.nat(255),
});

describe("a damaged file is refused or accepted, and never an error", () => {
  test("with changed bytes", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        fc.array(change, { maxLength: 8 }),
        async ([bytes, type], changes) => {
          const changed = Buffer.from(bytes);
          for (const { at, value } of changes) changed[Math.floor(at * changed.length)] = value;
          await expect(checkContent(changed, type)).resolves.toSatisfy(isProblemOrNone);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test.each(["pdf", "doc", "docx", "jpeg", "png", "webp"] as const)("cut off anywhere: %s", async (kind) => {
    const bytes = samples[kind];
    for (let length = 0; length < bytes.length; length += Math.ceil(bytes.length / 300))
      expect(await checkContent(bytes.subarray(0, length), TYPES[kind])).toSatisfy(isProblemOrNone);
  });
});

/** Each file took minutes when patterns scanned the rest of a part again after every match. */
test.each([
  ["fields without an end", docx({ body: "<w:fldSimple ".repeat(300_000) }), TYPES.docx, "wordDamaged"],
  [
    "hundreds of thousands of fields in one another",
    docx({ body: BEGIN.repeat(600_000) }),
    TYPES.docx,
    "wordDamaged",
  ],
  [
    "a field in two hundred thousand pieces",
    docx({ body: BEGIN + instruction("D").repeat(200_000) }),
    TYPES.docx,
    undefined,
  ],
  [
    "a tracked field in two hundred thousand pieces",
    docx({ body: `<w:ins>${BEGIN}${instruction("D").repeat(200_000)}</w:ins>` }),
    TYPES.docx,
    undefined,
  ],
  [
    "a link of millions of words",
    docx({ body: BEGIN + instruction(`HYPERLINK ${'" \\'.repeat(2_000_000)}`) }),
    TYPES.docx,
    undefined,
  ],
  [
    "millions of elements beside a field",
    docx({ body: BEGIN + "<a/>".repeat(3_000_000) }),
    TYPES.docx,
    undefined,
  ],
  [
    "elements in one another beside a field",
    docx({ body: BEGIN + "<a>".repeat(9_000_000) }),
    TYPES.docx,
    "wordDamaged",
  ],
  [
    "attributes in a tag beside a field",
    docx({ body: `${BEGIN}<a${' a=""'.repeat(5_000_000)}/>` }),
    TYPES.docx,
    undefined,
  ],
  ["millions of slashes", pdfWith("", objectStream("/".repeat(32_000_000))), TYPES.pdf, undefined],
  ["object streams that overlap", pdfWith("", overlappingStreams()), TYPES.pdf, "pdfDamaged"],
  [
    "entities in fields",
    docx({ body: BEGIN + instruction("&amp;".repeat(2_000_000)) }),
    TYPES.docx,
    "wordDamaged",
  ],
] as const)("a small file of %s is inspected in linear time", async (_what, bytes, type, problem) => {
  expect(await checkContent(bytes, type)).toBe(problem);
});

/** A dictionary that names its stream again and again. The data is mostly empty blocks. */
function overlappingStreams(): Buffer {
  const nothing = Buffer.alloc(5_000_000, Buffer.from("000000ffff", "hex"));
  const packed = deflateSync(Buffer.from("9 0 "));
  const data = Buffer.concat([packed.subarray(0, 2), nothing, packed.subarray(2)]);
  return stream(`/N 1 /Filter /FlateDecode ${"/First 4 ".repeat(2_000)}`, data);
}

function isProblemOrNone(result: unknown): boolean {
  return result === undefined || typeof result === "string";
}
