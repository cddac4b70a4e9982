import { pdfOf, stream } from "./pdf-files.ts";

export interface Drawn {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/** Texts in a row, 40 points apart. */
export const row = (y: number, ...texts: string[]): Drawn[] =>
  texts.map((text, index) => ({ x: 10 + 40 * index, y, text }));

/** A report as KEA writes it. On each page, each text but the first two, its title and its college, is in a box. */
export function listPdf(pages: readonly (readonly Drawn[])[], trailer = ""): Buffer {
  const contents = pages.map((texts) => stream("", Buffer.from(texts.map(draw).join("\n"), "latin1")));
  const numbers = pages.map((_, index) => 3 + index);
  return pdfOf(
    [
      "<< /Type /Catalog /Pages 2 0 R >>",
      `<< /Type /Pages /Kids [${numbers.map((number) => `${number} 0 R`).join(" ")}] /Count ${pages.length} >>`,
      ...numbers.map((number) => `<< /Type /Page /Parent 2 0 R /Contents ${number + pages.length} 0 R >>`),
      ...contents,
    ],
    trailer,
  );
}

function draw({ x, y, text }: Drawn, index: number): string {
  const box = index < 2 ? "" : `${x - 5} ${y - 3} 40 12 re S `;
  return `${box}BT ${x} ${y} Td (${text.replace(/[()\\]/g, "\\$&")}) Tj ET`;
}
