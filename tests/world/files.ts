import { crc32, deflateRawSync } from "node:zlib";

/** Small files of every accepted type, built byte by byte, so that each shows what makes it that type. */

export const TYPES = {
  pdf: "application/pdf",
  doc: "application/msword",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  jpeg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
} as const;

export const pdf = (bytes = 200): Buffer => padded("%PDF-1.7\n%âãÏÓ\n", bytes);

const PNG_1X1 =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

export const samples: Record<keyof typeof TYPES, Buffer> = {
  pdf: pdf(),
  doc: compoundFile(["WordDocument", "1Table"]),
  docx: zip(["[Content_Types].xml", "_rels/.rels", "word/document.xml"]),
  jpeg: Buffer.concat([Buffer.from("ffd8ffe000104a46494600010100000100010000", "hex"), Buffer.alloc(100)]),
  png: Buffer.from(PNG_1X1, "base64"),
  webp: Buffer.concat([Buffer.from("RIFF\x60\0\0\0WEBPVP8 ", "latin1"), Buffer.alloc(88)]),
};

/** Files whose contents are not of the type that is declared for them. */
export const disguisedFiles: readonly (readonly [contents: string, bytes: Buffer, declared: string])[] = [
  ["a page with a script", Buffer.from("<html><script>alert(1)</script></html>"), TYPES.pdf],
  ["a picture", samples.png, TYPES.jpeg],
  ["a PDF", samples.pdf, TYPES.png],
  ["a PDF after a page", Buffer.concat([Buffer.from("<html>"), samples.pdf]), TYPES.pdf],
  ["a program", Buffer.concat([Buffer.from("MZ"), Buffer.alloc(200)]), TYPES.pdf],
  ["any archive", zip(["readme.txt", "word.xml"]), TYPES.docx],
  ["a spreadsheet", zip(["[Content_Types].xml", "xl/workbook.xml"]), TYPES.docx],
  [
    "a document with macros",
    zip(["[Content_Types].xml", "word/document.xml", "word/vbaProject.bin"]),
    TYPES.docx,
  ],
  ["an archive that was cut off", samples.docx.subarray(0, 60), TYPES.docx],
  ["an old spreadsheet", compoundFile(["Workbook"]), TYPES.doc],
  ["an old spreadsheet with a text in it", compoundFile(["Workbook"], ["WordDocument"]), TYPES.doc],
  ["an old document that was cut off", samples.doc.subarray(0, 600), TYPES.doc],
  ["a new document", samples.docx, TYPES.doc],
  ["nothing at all", Buffer.alloc(0), TYPES.pdf],
];

function padded(text: string, bytes: number): Buffer {
  const head = Buffer.from(text);
  const filled = Buffer.alloc(Math.max(bytes, head.length), "0123456789abcdef");
  head.copy(filled);
  return filled;
}

function zip(names: readonly string[]): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const name of names) {
    const contents = Buffer.from(`<?xml version="1.0"?><part name="${name}"/>`.repeat(200));
    const packed = deflateRawSync(contents);
    const header = Buffer.alloc(26);
    header.writeUInt16LE(20, 0);
    header.writeUInt16LE(8, 4);
    header.writeUInt32LE(crc32(contents), 10);
    header.writeUInt32LE(packed.length, 14);
    header.writeUInt32LE(contents.length, 18);
    header.writeUInt16LE(Buffer.byteLength(name), 22);
    const entry = Buffer.concat([Buffer.from("PK\x03\x04"), header, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    central.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\0"), header, place, Buffer.from(name)]));
    local.push(entry);
    offset += entry.length;
  }
  const contents = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06");
  end.writeUInt16LE(names.length, 8);
  end.writeUInt16LE(names.length, 10);
  end.writeUInt32LE(contents.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, contents, end]);
}

/** The container of Office before 2007: header, table, directory. An inner folder, named "Inner", has streams of its own. */
function compoundFile(streams: readonly string[], inner: readonly string[] = []): Buffer {
  const NONE = 0xffff_ffff;
  const names = ["Root Entry", ...streams, ...(inner.length > 0 ? ["Inner", ...inner] : [])];
  const innerAt = inner.length > 0 ? streams.length + 1 : -1;
  const directorySectors = Math.ceil(names.length / 4);
  const file = Buffer.alloc(512 * (2 + directorySectors));
  Buffer.from("d0cf11e0a1b11ae1", "hex").copy(file);
  file.writeUInt16LE(3, 26);
  file.writeUInt16LE(0xfffe, 28);
  file.writeUInt16LE(9, 30);
  file.writeUInt32LE(1, 44);
  file.writeUInt32LE(1, 48);
  file.fill(0xff, 76, 512);
  file.writeUInt32LE(0, 76);
  file.fill(0xff, 512, 1024);
  for (let sector = 1; sector <= directorySectors; sector++)
    file.writeUInt32LE(sector === directorySectors ? 0xffff_fffe : sector + 1, 512 + sector * 4);
  names.forEach((name, index) => {
    const at = 1024 + index * 128;
    file.write(name, at, "utf16le");
    file.writeUInt16LE((name.length + 1) * 2, at + 64);
    const isLast = index === names.length - 1 || index === innerAt;
    const isFolder = index === 0 || index === innerAt;
    file.writeUInt8(index === 0 ? 5 : isFolder ? 1 : 2, at + 66);
    file.writeUInt32LE(NONE, at + 68);
    file.writeUInt32LE(index === 0 || isLast ? NONE : index + 1, at + 72);
    file.writeUInt32LE(isFolder ? index + 1 : NONE, at + 76);
  });
  return file;
}
