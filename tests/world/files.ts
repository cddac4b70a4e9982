import { compoundFile } from "./compound-file.ts";
import { JPEG, WEBP } from "./pictures.ts";
import { doc, docx } from "./word-files.ts";
import { zip } from "./zip.ts";

/** Small files of every accepted type, built byte by byte, so that each shows what makes it that type. */

export const TYPES = {
  pdf: "application/pdf",
  doc: "application/msword",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  jpeg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
} as const;

const PDF_HEAD = `%PDF-1.7
%âãÏÓ
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj
trailer<</Root 1 0 R>>
`;

export const pdf = (bytes = 200): Buffer => padded(PDF_HEAD, bytes);

const PNG_1X1 =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

export const samples: Record<keyof typeof TYPES, Buffer> = {
  pdf: pdf(),
  doc: doc(),
  docx: docx(),
  jpeg: JPEG,
  png: Buffer.from(PNG_1X1, "base64"),
  webp: WEBP,
};

/** Files whose contents are not of the type that is declared for them. */
export const disguisedFiles: readonly (readonly [contents: string, bytes: Buffer, declared: string])[] = [
  ["a page with a script", Buffer.from("<html><script>alert(1)</script></html>"), TYPES.pdf],
  ["a picture", samples.png, TYPES.jpeg],
  ["a PDF", samples.pdf, TYPES.png],
  ["a PDF after a page", Buffer.concat([Buffer.from("<html>"), samples.pdf]), TYPES.pdf],
  ["a program", Buffer.concat([Buffer.from("MZ"), Buffer.alloc(200)]), TYPES.pdf],
  ["any archive", archive("readme.txt", "word.xml"), TYPES.docx],
  ["a spreadsheet", archive("[Content_Types].xml", "xl/workbook.xml"), TYPES.docx],
  ["an archive that was cut off", samples.docx.subarray(0, 60), TYPES.docx],
  ["an old spreadsheet", compoundFile([{ name: "Workbook" }]), TYPES.doc],
  [
    "an old spreadsheet with a text in it",
    compoundFile([{ name: "Workbook" }, { name: "Inner", parts: [{ name: "WordDocument" }] }]),
    TYPES.doc,
  ],
  ["an old document that was cut off", samples.doc.subarray(0, 600), TYPES.doc],
  ["a new document", samples.docx, TYPES.doc],
  ["nothing at all", Buffer.alloc(0), TYPES.pdf],
];

/** Returns the name of a file of the type. */
export function nameOfType(type: string): string {
  const extension = Object.entries(TYPES).find(([, known]) => known === type)?.[0];
  return `marks.${extension}`;
}

function padded(text: string, bytes: number): Buffer {
  const head = Buffer.from(text);
  const filled = Buffer.alloc(Math.max(bytes, head.length), "0123456789abcdef");
  head.copy(filled);
  return filled;
}

function archive(...names: readonly string[]): Buffer {
  return zip(names.map((name) => ({ name, contents: `<part name="${name}"/>` })));
}
