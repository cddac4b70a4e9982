import { deflateSync } from "node:zlib";
import { deflateEqualBytes } from "./compression.ts";
import { pdf, TYPES } from "./files.ts";
import type { HostileFile } from "./hostile-files.ts";
import { objectStream, pdfOf, pdfWith, stream } from "./pdf-files.ts";

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
  ...["[ >> ]", "] >>", "[ << ] >>", "<< /Y [ >> ] >>", "<41> >", "[".repeat(500)].map(
    (hiding) =>
      [
        `an object stream behind ${hiding.slice(0, 20)}`,
        pdfWith("", objectStream(SCRIPT, `/N 1 /First 4 /X ${hiding} /Filter /FlateDecode`)),
        TYPES.pdf,
        "cannot be checked",
      ] as const,
  ),
  [
    "an object stream that expands to 100 MB",
    pdfWith(
      "",
      objectStream("", undefined, (head) => deflateEqualBytes(100 * 1024 * 1024, 0x20, head)),
    ),
    TYPES.pdf,
    "cannot be checked",
  ],
  ["a script in a form of LiveCycle", pdfWith("/AcroForm << /XFA 4 0 R >>"), TYPES.pdf, "a script"],
  ["a script of a 3D model", pdfWith("", "<< /Type /3D /OnInstantiate 5 0 R >>"), TYPES.pdf, "a script"],
  [
    "dictionaries that take minutes to read",
    Buffer.concat([pdf(), Buffer.from("<</First ".repeat(200_000))]),
    TYPES.pdf,
    "cannot be checked",
  ],
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
