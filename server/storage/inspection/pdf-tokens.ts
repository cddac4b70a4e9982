const NUMBER_SIGN = 0x23;
const PERCENT = 0x25;
const OPEN = 0x28;
const CLOSE = 0x29;
const LESS = 0x3c;
const GREATER = 0x3e;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
/** The depth of nested dictionaries and arrays. */
const MAX_DEPTH = 256;
const BLANKS = [0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20];
const BLANK = tableOf(BLANKS);
/** Blanks and ( ) < > [ ] { } / % end a name. */
const ENDS_NAME = tableOf([...BLANKS, ...Buffer.from("()<>[]{}/%")]);
/** No name that matters is longer. */
const MAX_NAME_LENGTH = 16;
/** An escaped character has three bytes. */
const MAX_RAW_LENGTH = MAX_NAME_LENGTH * 3;

/** A table, because there are millions of lookups and a set is slower. */
function tableOf(codes: readonly number[]): Uint8Array {
  const table = new Uint8Array(256);
  for (const code of codes) table[code] = 1;
  return table;
}

/** Decodes the name that starts after its slash; undefined if it is too long to matter. */
export function decodeName(bytes: Buffer, start: number): { name: string; end: number } | undefined {
  let isEscaped = false;
  let end = start;
  for (; end < bytes.length && !ENDS_NAME[bytes[end] as number]; end++) {
    if (end - start === MAX_RAW_LENGTH) return undefined;
    if (bytes[end] === NUMBER_SIGN) isEscaped = true;
  }
  const name = isEscaped ? decodeEscapes(bytes, start, end) : bytes.toString("latin1", start, end);
  return name.length > MAX_NAME_LENGTH ? undefined : { name, end };
}

function decodeEscapes(bytes: Buffer, start: number, end: number): string {
  let name = "";
  for (let at = start; at < end; at++) {
    const isEscape = bytes[at] === NUMBER_SIGN && at + 2 < end;
    const code = isEscape
      ? hexDigit(bytes[at + 1] as number) * 16 + hexDigit(bytes[at + 2] as number)
      : (bytes[at] as number);
    name += String.fromCharCode(code & 0xff);
    if (isEscape) at += 2;
  }
  return name;
}

/** Accepts the letters after F too, as the viewer of Chromium does: there, #3Q is a J. */
function hexDigit(code: number): number {
  return code <= 0x39 ? code - 0x30 : (code & 0xdf) - 0x37;
}

/** Skips blanks and comments. */
export function skipBlank(bytes: Buffer, start: number): number {
  let at = start;
  for (;;) {
    while (at < bytes.length && BLANK[bytes[at] as number]) at += 1;
    if (bytes[at] !== PERCENT) return at;
    while (at < bytes.length && bytes[at] !== 0x0a && bytes[at] !== 0x0d) at += 1;
  }
}

/**
 * Returns the position after the dictionary that contains `start`, which must not be inside a string or a comment.
 * Returns undefined if brackets do not match, because viewers disagree about the rest of such a file.
 */
export function findDictionaryEnd(bytes: Buffer, start: number): number | undefined {
  const open = [LESS];
  let at = skipBlank(bytes, start);
  while (at < bytes.length && open.length < MAX_DEPTH) {
    const code = bytes[at] as number;
    const isDouble = bytes[at + 1] === code;
    if (code === OPEN) at = skipString(bytes, at);
    else if (code === LESS && !isDouble) at = indexAfter(bytes, ">", at);
    else {
      if (code === LESS || code === OPEN_ARRAY) open.push(code);
      else if (code === GREATER && (!isDouble || open.pop() !== LESS)) return undefined;
      else if (code === CLOSE_ARRAY && open.pop() !== OPEN_ARRAY) return undefined;
      at += code === LESS || code === GREATER ? 2 : 1;
      if (open.length === 0) return at;
    }
    at = skipBlank(bytes, at);
  }
  return undefined;
}

function skipString(bytes: Buffer, start: number): number {
  let depth = 0;
  for (let at = start; at < bytes.length; at++) {
    const code = bytes[at];
    if (code === BACKSLASH) at += 1;
    else if (code === OPEN) depth += 1;
    else if (code === CLOSE) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return bytes.length;
}

function indexAfter(bytes: Buffer, text: string, start: number): number {
  const found = bytes.indexOf(text, start);
  return found === -1 ? bytes.length : found + text.length;
}
