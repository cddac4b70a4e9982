import { setImmediate as nextTurn } from "node:timers/promises";
import { promisify } from "node:util";
import { crc32, deflateRaw } from "node:zlib";

const deflate = promisify(deflateRaw);
/** So many rows are written without a pause for other requests. */
const ROWS_AT_ONCE = 2_000;

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const SHEETS = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml";

const PARTS = [
  {
    name: "[Content_Types].xml",
    text: `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/></Types>`,
  },
  {
    name: "_rels/.rels",
    text: `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  },
  {
    name: "xl/workbook.xml",
    text: `${HEAD}<workbook xmlns="${SHEETS}" xmlns:r="${OFFICE}"><sheets><sheet name="Students" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  },
  {
    name: "xl/_rels/workbook.xml.rels",
    text: `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  },
];

/** A workbook with one sheet of texts. No cell is a formula, whatever it begins with: each says that it is a text. */
export async function writeXlsx(rows: readonly (readonly string[])[]): Promise<Buffer> {
  const sheet: Buffer[] = [Buffer.from(`${HEAD}<worksheet xmlns="${SHEETS}"><sheetData>`)];
  for (let first = 0; first < rows.length; first += ROWS_AT_ONCE) {
    sheet.push(
      Buffer.from(
        rows
          .slice(first, first + ROWS_AT_ONCE)
          .map(rowXml)
          .join(""),
      ),
    );
    await nextTurn();
  }
  sheet.push(Buffer.from("</sheetData></worksheet>"));
  const parts = [
    ...PARTS.map(({ name, text }) => ({ name, contents: Buffer.from(text) })),
    { name: "xl/worksheets/sheet1.xml", contents: Buffer.concat(sheet) },
  ];
  return zip(parts);
}

function rowXml(cells: readonly string[]): string {
  return `<row>${cells.map((text) => `<c t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`).join("")}</row>`;
}

/** XML has no control characters. */
function xmlText(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what the file may not contain
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
  );
}

interface Part {
  readonly name: string;
  readonly contents: Buffer;
}

async function zip(parts: readonly Part[]): Promise<Buffer> {
  const local: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, contents } of parts) {
    const packed = await deflate(contents);
    const header = Buffer.alloc(26);
    header.writeUInt16LE(20, 0); // version 2.0
    header.writeUInt16LE(8, 4); // deflated
    header.writeUInt16LE(0x21, 8); // 1 January 1980: the file says nothing about its moment
    header.writeUInt32LE(crc32(contents), 10);
    header.writeUInt32LE(packed.length, 14);
    header.writeUInt32LE(contents.length, 18);
    header.writeUInt16LE(Buffer.byteLength(name), 22);
    const entry = Buffer.concat([Buffer.from("PK\x03\x04"), header, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\0"), header, place, Buffer.from(name)]));
    local.push(entry);
    offset += entry.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06");
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, entries, end]);
}
