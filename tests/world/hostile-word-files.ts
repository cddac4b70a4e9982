import { compoundFile } from "./compound-file.ts";
import { samples, TYPES } from "./files.ts";
import type { HostileFile } from "./hostile-files.ts";
import { hostileFields } from "./hostile-word-fields.ts";
import { doc, docx, relation } from "./word-files.ts";

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
  ...["file:///c:/x.lnk", "FILE://host/x", "\\\\host\\x", "//host/x", "/\\host/x", "&#102;ile://host/x"].map(
    (target) =>
      [
        `a link to ${target}`,
        docx({ relations: relation("hyperlink", target, "External") }),
        TYPES.docx,
        "a link to a file",
      ] as const,
  ),
  ...hostileFields,
  [
    "relations under an encoded name",
    docx({ parts: [{ name: "word/_rels/a.xml.%72els", contents: relation("frame", "x", "External") }] }),
    TYPES.docx,
    "a template or other content",
  ],
  [
    "a part in pieces",
    docx({ parts: [{ name: "word/a.xml/[0].piece", contents: "<a" }] }),
    TYPES.docx,
    "cannot be checked",
  ],
  [
    "relations of 2 MB",
    docx({ parts: [{ name: "word/_rels/a.xml.rels", contents: " ".repeat(2 * 1024 * 1024) }] }),
    TYPES.docx,
    "cannot be checked",
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
    "relative links that lead to another computer",
    docx({
      parts: [
        {
          name: "docProps/app.xml",
          contents: "<Properties><HyperlinkBase>\\\\host\\x</HyperlinkBase></Properties>",
        },
      ],
    }),
    TYPES.docx,
    "a link to a file",
  ],
  [
    "a drawing with a picture on another computer",
    docx({ body: '<w:pict xmlns:v="urn:v"><v:imagedata src="\\\\host\\x.png"/></w:pict>' }),
    TYPES.docx,
    "a link to a file",
  ],
  ...[0, 1].map(
    (shift) =>
      [
        `old relative links that lead to another computer, at byte ${shift}`,
        doc({
          parts: [
            {
              name: "\x05DocumentSummaryInformation",
              data: Buffer.concat([
                Buffer.from(`_PID_LINKBASE${"\0".repeat(4_083 + shift)}`),
                Buffer.from("\\\\host\\x", "utf16le"),
              ]),
            },
          ],
        }),
        TYPES.doc,
        "a link to a file",
      ] as const,
  ),
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
  [
    "an old link to a file",
    doc({ text: '\x13 HYPERLINK "\\\\host\\x" \x14' }),
    TYPES.doc,
    "a link to a file",
  ],
  [
    "an old link to a file after a tip",
    doc({ text: '\x13 HYPERLINK \\o "ओ औ क" "file://host/x" \x14' }),
    TYPES.doc,
    "a link to a file",
  ],
  [
    "an old link to a file after a field in its tip",
    doc({ text: '\x13 HYPERLINK \\o "\x13 PAGE \x141\x15" "file://host/x" \x14x\x15' }),
    TYPES.doc,
    "a link to a file",
  ],
  [
    "an old field with a computed type",
    doc({ text: "\x13 \x13 QUOTE DDEAUTO \x15 cmd \x14\x15" }),
    TYPES.doc,
    "a template or other content",
  ],
  ["an old document without its text", doc({ pieces: 1 }), TYPES.doc, "cannot be checked"],
  ["a password in an old document", doc({ flags: 0x300 }), TYPES.doc, "protected"],
  ["macros of Word 95", doc({ version: 0x65 }), TYPES.doc, "cannot be checked"],
];
