import type { Refusal } from "../../errors/refusal.ts";
import { syntaxError } from "../errors.ts";
import { MAX_DEPTH, MAX_LIST_ITEMS } from "../request-limits.ts";

/** An error quotes no more of the text than this. */
const MAX_QUOTED_CHARS = 200;

/**
 * A position in a text. It only moves forward, so parsing takes time linear in the length of the text. Patterns must
 * be sticky (flag `y`): they match at the position or not at all.
 */
export class Cursor {
  readonly #text: string;
  /** The name of the text in error messages. */
  readonly #subject: string;
  #position = 0;
  #depth = 0;

  constructor(subject: string, text: string) {
    this.#subject = subject;
    this.#text = text;
  }

  peek(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#position;
    return pattern.exec(this.#text) ?? undefined;
  }

  /** Reads the pattern if it comes next. */
  match(pattern: RegExp): RegExpExecArray | undefined {
    const found = this.peek(pattern);
    this.#position += found?.[0].length ?? 0;
    return found;
  }

  /** Reads the token if it comes next. */
  accept(token: string): boolean {
    if (!this.#text.startsWith(token, this.#position)) return false;
    this.#position += token.length;
    return true;
  }

  skipBlanks(): void {
    this.match(/[ \t]*/y);
  }

  rest(): string {
    const rest = this.#text.slice(this.#position);
    this.#position = this.#text.length;
    return rest;
  }

  /** Parses one or more items with commas between them. Blanks around a comma are ignored. */
  list<T>(parseItem: (cursor: Cursor) => T): T[] {
    const items = [parseItem(this)];
    while (this.match(/[ \t]*,[ \t]*/y)) {
      if (items.length === MAX_LIST_ITEMS) throw this.error(`more than ${MAX_LIST_ITEMS} items`);
      items.push(parseItem(this));
    }
    return items;
  }

  /** Runs a parser that may call itself. */
  nested<T>(parse: () => T): T {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw this.error(`nested more than ${MAX_DEPTH} levels deep`);
    const value = parse();
    this.#depth -= 1;
    return value;
  }

  expected(what: string): Refusal {
    const code = this.#text.codePointAt(this.#position);
    const found = code === undefined ? "the end" : JSON.stringify(String.fromCodePoint(code));
    return this.error(`expected ${what}, found ${found}`);
  }

  error(problem: string): Refusal {
    const message = `Cannot parse the ${this.#subject} at position ${this.#position + 1}: ${problem}`;
    return syntaxError(message, this.#text.slice(0, MAX_QUOTED_CHARS));
  }
}
