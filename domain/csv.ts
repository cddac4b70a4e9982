/** Without this mark, spreadsheet programs do not read the file as UTF-8 and garble names in Kannada. */
const BYTE_ORDER_MARK = "\ufeff";

/** A file for spreadsheet programs. The first row has the headers. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

/**
 * People choose their own names. A spreadsheet program must not run a name that looks like a formula. Some programs
 * also accept the full-width signs of East Asian keyboards.
 */
function cell(text: string): string {
  const safe = /^[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
