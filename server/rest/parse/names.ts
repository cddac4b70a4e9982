import type { Cursor } from "./cursor.ts";

const QUOTED = /"([^"\\]*(?:\\.[^"\\]*)*)"/suy;
const WORD = /[\p{L}\p{Nd}_ $]+/uy;

/** `first_name`, `a name`, `a-name` or `"any name"`. */
export function parseName(cursor: Cursor): string {
  if (cursor.peek(/"/y)) {
    const quoted = cursor.match(QUOTED);
    if (!quoted) throw cursor.error("the quotation mark is never closed");
    return removeBackslashes(quoted[1] as string);
  }
  const words: string[] = [];
  do {
    const word = cursor.match(WORD);
    if (!word) throw cursor.expected("a name");
    words.push(word[0].trim());
  } while (cursor.match(/-(?!>)/y));
  return words.join("-");
}

export function removeBackslashes(text: string): string {
  return text.replaceAll(/\\(.)/gsu, "$1");
}

/** A column's name with blanks around it. */
export function parseColumn(cursor: Cursor): string {
  cursor.skipBlanks();
  const name = parseName(cursor);
  refuseJsonPath(cursor);
  cursor.skipBlanks();
  return name;
}

/** The key of a parameter: `column`, or `embedded.column`. */
export function parsePath(cursor: Cursor): string[] {
  const names: string[] = [];
  do names.push(parseName(cursor));
  while (cursor.accept("."));
  refuseJsonPath(cursor);
  return names;
}

export function refuseJsonPath(cursor: Cursor): void {
  if (cursor.peek(/->/y)) throw cursor.error("paths into JSON are not supported");
}
