import { deflateSync } from "node:zlib";

/** Builds a PDF from the bodies of its objects, numbered from 1, and further keys of its trailer. */
export function pdfOf(objects: readonly (string | Buffer)[], trailer = ""): Buffer {
  const parts: Buffer[] = [Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "latin1")];
  let length = (parts[0] as Buffer).length;
  const offsets = objects.map((object, index) => {
    const offset = length;
    const part = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      Buffer.from(object),
      Buffer.from("\nendobj\n"),
    ]);
    parts.push(part);
    length += part.length;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const count = objects.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${count}\n0000000000 65535 f \n${offsets.join("")}trailer\n<< /Root 1 0 R /Size ${count} ${trailer}>>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

const PAGES = "<< /Type /Pages /Kids [3 0 R] /Count 1 >>";
const PAGE = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] >>";

/** A PDF of one empty page whose catalogue has further keys. */
export function pdfWith(catalogue: string, ...objects: readonly (string | Buffer)[]): Buffer {
  return pdfOf([`<< /Type /Catalog /Pages 2 0 R ${catalogue} >>`, PAGES, PAGE, ...objects]);
}

export function stream(dictionary: string, data: Buffer): Buffer {
  const head = Buffer.from(`<< ${dictionary} /Length ${data.length} >>\nstream\n`);
  return Buffer.concat([head, data, Buffer.from("\nendstream")]);
}

/** An object stream with one object, 9 0, as the dictionary says. */
export function objectStream(
  object: string,
  dictionary = "/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode",
  pack: (data: Buffer) => Buffer = (data) => deflateSync(data),
): Buffer {
  return stream(dictionary, pack(Buffer.from(`9 0 ${object}`)));
}
