import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { deflateSync, inflateSync } from "node:zlib";
import { FONT_FOLDER } from "../server/receipts/fonts.ts";

// Writes the fonts of receipts from the unpacked packages that server/receipts/fonts/README.md names:
//   node --import tsx scripts/write-receipt-fonts.ts FOLDER
// FOLDER has the folders noto-sans, noto-sans-kannada and noto-sans-devanagari.
const SOURCES = {
  "noto-sans": "noto-sans/files/noto-sans-latin-400-normal.woff",
  "noto-sans-bold": "noto-sans/files/noto-sans-latin-700-normal.woff",
  "noto-sans-extended": "noto-sans-kannada/files/noto-sans-kannada-latin-ext-400-normal.woff",
  "noto-sans-kannada": "noto-sans-kannada/files/noto-sans-kannada-kannada-400-normal.woff",
  "noto-sans-devanagari": "noto-sans-devanagari/files/noto-sans-devanagari-devanagari-400-normal.woff",
};
const ENTRY_BYTES = 16;
const HEADER_BYTES = 12;

interface FontTable {
  readonly tag: string;
  readonly checksum: number;
  readonly data: Buffer;
}

const [folder = ""] = process.argv.slice(2);
for (const [name, source] of Object.entries(SOURCES)) {
  const font = packTables(readTables(readFileSync(path.join(folder, source))));
  writeFileSync(path.join(FONT_FOLDER, `${name}.ttf.zlib`), deflateSync(font, { level: 9 }));
}

/** WOFF is a TrueType font whose tables are compressed one by one. */
function readTables(woff: Buffer): FontTable[] {
  return Array.from({ length: woff.readUInt16BE(12) }, (_, index) => {
    const at = 44 + index * 20;
    const start = woff.readUInt32BE(at + 4);
    const packed = woff.subarray(start, start + woff.readUInt32BE(at + 8));
    return {
      tag: woff.toString("latin1", at, at + 4),
      checksum: woff.readUInt32BE(at + 16),
      data: packed.length < woff.readUInt32BE(at + 12) ? inflateSync(packed) : packed,
    };
  }).sort((a, b) => (a.tag < b.tag ? -1 : 1));
}

function packTables(tables: readonly FontTable[]): Buffer {
  const header = Buffer.alloc(HEADER_BYTES + ENTRY_BYTES * tables.length);
  const power = Math.floor(Math.log2(tables.length));
  header.writeUInt32BE(0x0001_0000, 0);
  header.writeUInt16BE(tables.length, 4);
  header.writeUInt16BE(ENTRY_BYTES * 2 ** power, 6);
  header.writeUInt16BE(power, 8);
  header.writeUInt16BE(ENTRY_BYTES * (tables.length - 2 ** power), 10);
  const parts: Uint8Array[] = [header];
  let offset = header.length;
  for (const [index, { tag, checksum, data }] of tables.entries()) {
    const at = HEADER_BYTES + ENTRY_BYTES * index;
    header.write(tag, at, "latin1");
    header.writeUInt32BE(checksum, at + 4);
    header.writeUInt32BE(offset, at + 8);
    header.writeUInt32BE(data.length, at + 12);
    const padding = (4 - (data.length % 4)) % 4;
    parts.push(data, Buffer.alloc(padding));
    offset += data.length + padding;
  }
  return Buffer.concat(parts);
}
