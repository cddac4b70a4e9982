/** A name such as /Type, without its slash. */
export class PdfName {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** A reference such as 12 0 R. */
export class PdfReference {
  readonly number: number;

  constructor(number: number) {
    this.number = number;
  }
}

/** A word that is no value: an operator, or obj, stream, R. */
export class PdfWord {
  readonly word: string;

  constructor(word: string) {
    this.word = word;
  }
}

export type PdfDictionary = ReadonlyMap<string, PdfValue>;
/** A string is a text, of one byte a letter. */
export type PdfValue =
  | number
  | string
  | PdfName
  | PdfReference
  | PdfWord
  | PdfDictionary
  | readonly PdfValue[];

const MAX_DEPTH = 20;
const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };
const SPACE = /[\0\t\n\f\r ]+|%[^\n\r]*/y;
const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)/y;
const WORD = /[^\0\t\n\f\r ()<>[\]{}/%]+/y;
const REFERENCE = /(\d{1,7})[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]+R(?![^\0\t\n\f\r ()<>[\]{}/%])/y;

/** Reads the values of a PDF one after the other. The text has one letter for each byte. */
export class PdfTokens {
  readonly #text: string;
  at: number;

  constructor(text: string, at = 0) {
    this.#text = text;
    this.at = at;
  }

  /** Returns undefined at the end, and for what is no value: the position tells which. */
  next(depth = 0): PdfValue | undefined {
    while (this.#take(SPACE)) {}
    const letter = this.#text[this.at];
    if (letter === undefined || depth > MAX_DEPTH) return undefined;
    if (letter === "/") {
      this.at++;
      const name = this.#take(WORD)?.[0] ?? "";
      return new PdfName(
        name.replace(/#([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
      );
    }
    if (letter === "(") return this.#literal();
    if (this.#text.startsWith("<<", this.at)) return this.#dictionary(depth);
    if (letter === "<") return this.#hexadecimal();
    if (letter === "[") return this.#array(depth);
    const reference = this.#take(REFERENCE);
    if (reference) return new PdfReference(Number(reference[1]));
    const number = this.#take(NUMBER);
    if (number) return Number(number[0]);
    const word = this.#take(WORD);
    return word ? new PdfWord(word[0]) : undefined;
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.#text);
    if (found) this.at = pattern.lastIndex;
    return found;
  }

  #array(depth: number): PdfValue[] | undefined {
    const values: PdfValue[] = [];
    this.at++;
    for (;;) {
      const value = this.next(depth + 1);
      if (value !== undefined) values.push(value);
      else if (this.#text[this.at] === "]") {
        this.at++;
        return values;
      } else return undefined;
    }
  }

  #dictionary(depth: number): PdfDictionary | undefined {
    const values = new Map<string, PdfValue>();
    this.at += 2;
    for (;;) {
      const key = this.next(depth + 1);
      if (key === undefined && this.#text.startsWith(">>", this.at)) {
        this.at += 2;
        return values;
      }
      const value = this.next(depth + 1);
      if (!(key instanceof PdfName) || value === undefined) return undefined;
      values.set(key.name, value);
    }
  }

  #literal(): string | undefined {
    let text = "";
    let open = 1;
    for (this.at++; this.at < this.#text.length; this.at++) {
      const letter = this.#text[this.at] as string;
      if (letter === "\\") text += this.#escaped();
      else if (letter === ")" && --open === 0) {
        this.at++;
        return text;
      } else {
        if (letter === "(") open++;
        text += letter;
      }
    }
    return undefined;
  }

  /** Reads what follows a backslash, and stops at its last letter. */
  #escaped(): string {
    const [octal] = /^[0-7]{1,3}/.exec(this.#text.slice(this.at + 1, this.at + 4)) ?? [];
    if (octal) {
      this.at += octal.length;
      return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
    }
    const letter = this.#text[++this.at] ?? "";
    if (letter === "\n" || letter === "\r") return ""; // a line that continues
    return ESCAPES[letter] ?? letter;
  }

  #hexadecimal(): string | undefined {
    const end = this.#text.indexOf(">", this.at);
    const digits = this.#text.slice(this.at + 1, end).replace(/\s/g, "");
    if (end === -1 || !/^[0-9a-f]*$/i.test(digits)) return undefined;
    this.at = end + 1;
    return Buffer.from(digits.length % 2 ? `${digits}0` : digits, "hex").toString("latin1");
  }
}
