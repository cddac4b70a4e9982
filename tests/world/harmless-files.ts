import { pdf, samples, TYPES } from "./files.ts";
import { LIBREOFFICE_DOC } from "./libreoffice-files.ts";
import { objectStream, pdfOf, pdfWith, stream } from "./pdf-files.ts";
import { animatedWebp, JPEG, LOSSLESS_WEBP, png, riff, WEBP, withSegment } from "./pictures.ts";
import { doc, docx, field, fieldCharacter, instruction, relation } from "./word-files.ts";

/** Files as students have them, with parts that resemble those of hostile ones. */

const EXIF = Buffer.from("45786966000049492a00080000000100120103000100000006000000" + "00000000", "hex");
/** A marker in the data of the pixels is escaped by a zero. */
const VIDEO = Buffer.concat([Buffer.from("\0\0\0\x18ftypmp42", "latin1"), Buffer.alloc(5000, 0xff)]);
const extended = Buffer.alloc(10);
extended.writeUIntLE(7, 4, 3);
extended.writeUIntLE(7, 7, 3);

export const harmlessFiles: readonly (readonly [what: string, bytes: Buffer, type: string])[] = [
  ["a PDF", pdf(), TYPES.pdf],
  [
    "a PDF with an outline",
    pdfWith("/Outlines << /First 4 0 R /Title (>> stream) >>", "<< /First 3 0 R >>"),
    TYPES.pdf,
  ],
  [
    "a PDF with an outline with arrays",
    pdfWith("/Outlines << /First 4 0 R /C [0 0 1] /X [<< /Y [<41> (])] >>] >>", "<< /First 3 0 R >>"),
    TYPES.pdf,
  ],
  ["a PDF with an object stream", pdfWith("", objectStream("<< /Type /Font >>")), TYPES.pdf],
  [
    "a PDF with an object stream as Acrobat writes it",
    pdfWith("", objectStream("<< /Type /Font >>", "/Filter/FlateDecode/First 4/N 1/Type/ObjStm")),
    TYPES.pdf,
  ],
  [
    "a PDF form without scripts",
    pdfWith("/AcroForm << /Fields [4 0 R] >>", "<< /FT /Tx /T (Name) /Subtype /Widget /Rect [0 0 9 9] >>"),
    TYPES.pdf,
  ],
  ["a PDF with a link", pdfWith("", "<< /S /URI /URI (https://example.org/javascript) >>"), TYPES.pdf],
  [
    "a scanned PDF",
    pdfWith("", stream("/Subtype /Image /Width 8 /Height 8 /Filter /DCTDecode", JPEG)),
    TYPES.pdf,
  ],
  ["a PDF with words that are no names", pdfOf(["<< /Title (JavaScript Launch EmbeddedFile) >>"]), TYPES.pdf],
  ["a Word document", docx(), TYPES.docx],
  [
    "a Word document with a link",
    docx({ relations: relation("hyperlink", "https://example.org/?a=1&amp;b=2", "External") }),
    TYPES.docx,
  ],
  [
    "a Word document with a link to an address",
    docx({ relations: relation("hyperlink", "mailto:a@example.org", "External") }),
    TYPES.docx,
  ],
  ...[
    instruction(" PAGE \\* MERGEFORMAT "),
    instruction(' HYPERLINK "https://cetonline.karnataka.gov.in" \\o "KEA" '),
    instruction(' HYPERLINK "mailto:a@example.org?subject=Marks" '),
    instruction(' HYPERLINK "https://example.edu/DDE/?include=RD" \\o "Help:Contents" \\t "_blank" '),
    instruction(' HYPERLINK \\l "_Toc1" '),
    instruction(" MERGEFIELD Link "),
    instruction(' IF 1 = 1 "Include: DDE" '),
    ["HYPER", 'LINK "http', "s", "://example.org/", 'link"'].map(instruction).join(""),
    [" REF ", "Database", " \\h "].map(instruction).join(""),
    `${instruction("=")}${field(instruction("PAGE"))}${instruction("-1")}`,
    `${instruction("IF ")}${field(instruction("PAGE"))}${instruction(' = 1 "" "')}${field(instruction("PAGE"))}${instruction('"')}`,
    `${instruction(' TOC \\o "1-3" \\h \\z \\u ')}${fieldCharacter("separate")}${field(
      instruction(' HYPERLINK \\l "_Toc1" ') +
        fieldCharacter("separate") +
        field(instruction(" PAGEREF _Toc1 \\h ")),
    )}`,
    `<w:ins>${instruction(" NUMPAGES ")}</w:ins><w:del><w:r><w:delInstrText> PAGE </w:delInstrText></w:r></w:del>`,
    `${instruction(" PAGE ")}${fieldCharacter("separate")}<w:r><x:x>${field(instruction(" PAGE "))}</x:x></w:r>`,
    `<w:r><w:instrText/></w:r>${fieldCharacter("separate")}<w:fldSimple w:instr=" PAGE "><w:r><w:t>1</w:t></w:r></w:fldSimple>`,
  ].map(
    (contents) =>
      [`a Word document with the field ${contents}`, docx({ body: field(contents) }), TYPES.docx] as const,
  ),
  [
    "a Word document with a field in an equation",
    docx({ body: `<m:oMath>${field(instruction(" SEQ a ")).replaceAll("w:r>", "m:r>")}</m:oMath>` }),
    TYPES.docx,
  ],
  [
    "an old Word document with a link and text after it",
    doc({ text: '\x13 HYPERLINK "https://example.org" \\o "Help:x" \x14KEA\x15 Name: Asha, file: \\\\x' }),
    TYPES.doc,
  ],
  [
    "an old Word document with a table of contents",
    doc({ text: '\x13 TOC \\h \x14\x13 HYPERLINK \\l "_Toc1" \x14A\x13 PAGEREF _Toc1 \x141\x15\x15\x15' }),
    TYPES.doc,
  ],
  [
    "a Word document about DDE",
    docx({ body: "<w:p><w:r><w:t>DDEAUTO and DDE fields</w:t></w:r></w:p>" }),
    TYPES.docx,
  ],
  [
    "a Word document with a picture",
    docx({
      relations: relation("image", "media/a.png"),
      parts: [{ name: "word/media/a.png", contents: samples.png }],
    }),
    TYPES.docx,
  ],
  ["an old Word document", doc(), TYPES.doc],
  ["an old Word document of LibreOffice", LIBREOFFICE_DOC, TYPES.doc],
  [
    "an old Word document with the path of its template",
    doc({ template: "C:\\Users\\Asha\\Templates\\Letter.dot" }),
    TYPES.doc,
  ],
  [
    "an old Word document with an empty object pool",
    doc({ parts: [{ name: "ObjectPool", parts: [] }] }),
    TYPES.doc,
  ],
  ["a photo of a phone", withSegment(JPEG, 0xe1, EXIF), TYPES.jpeg],
  ["a motion photo", Buffer.concat([withSegment(JPEG, 0xe1, EXIF), VIDEO]), TYPES.jpeg],
  ["a screenshot", png(), TYPES.png],
  ["a large screenshot", png({ width: 3000, height: 2000 }), TYPES.png],
  ["a WebP", WEBP, TYPES.webp],
  ["a lossless WebP", LOSSLESS_WEBP, TYPES.webp],
  ["an animated WebP", animatedWebp(8, 8, 3), TYPES.webp],
  [
    "a WebP with metadata",
    riff([
      ["VP8X", extended],
      ["EXIF", EXIF],
      ["VP8 ", WEBP.subarray(20, 60)],
    ]),
    TYPES.webp,
  ],
];
