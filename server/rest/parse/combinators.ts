/**
 * Small parsers put together into bigger ones. They keep score of what was expected where in the way of Haskell's
 * Parsec, so that what a client reads about a malformed filter is, word for word, what PostgREST would tell it.
 */
export interface Source {
  readonly text: string;
  at: number;
  depth: number;
  /** What the last parser that ran would have liked to see: the reason for its failure, or for where it stopped. */
  wish: Wish;
}

export interface Wish {
  readonly at: number;
  readonly notes: readonly Note[];
}

/** `found` is a character that was met by surprise, still unquoted ("" is the end), `refused` one that was explicitly not allowed. */
export type Note = { readonly kind: "found" | "refused" | "expected"; readonly text: string };

export const FAILED: unique symbol = Symbol("failed");
export type Parser<T> = (source: Source) => T | typeof FAILED;

export const nothingWished = (at: number): Wish => ({ at, notes: [] });

function meet(one: Wish, other: Wish): Wish {
  if (other.notes.length === 0 && one.notes.length > 0) return one;
  if (one.notes.length === 0 && other.notes.length > 0) return other;
  if (one.at !== other.at) return one.at > other.at ? one : other;
  return { at: one.at, notes: [...one.notes, ...other.notes] };
}

function fail(source: Source, ...notes: Note[]): typeof FAILED {
  source.wish = { at: source.at, notes };
  return FAILED;
}

const shown = (text: string): Note => ({ kind: "found", text });
const expected = (text: string): Note => ({ kind: "expected", text });

export function quoted(text: string): string {
  return `"${[...text].map((char) => escaped(char, '"')).join("")}"`;
}

function escaped(char: string, quote: string): string {
  if (char === quote || char === "\\") return `\\${char}`;
  const named = { "\n": "\\n", "\t": "\\t", "\r": "\\r" }[char];
  if (named) return named;
  const code = char.codePointAt(0) as number;
  return code < 0x20 || code >= 0x7f ? `\\${code}` : char;
}

function charAt(source: Source): string {
  const code = source.text.codePointAt(source.at);
  return code === undefined ? "" : String.fromCodePoint(code);
}

function satisfy(accepts: (char: string) => boolean, ...otherwise: Note[]): Parser<string> {
  return (source) => {
    const char = charAt(source);
    if (char === "" || !accepts(char)) return fail(source, shown(char), ...otherwise);
    source.at += char.length;
    source.wish = nothingWished(source.at);
    return char;
  };
}

export const char = (wanted: string): Parser<string> =>
  satisfy((char) => char === wanted, expected(quoted(wanted)));
export const noneOf = (unwanted: string): Parser<string> => satisfy((char) => !unwanted.includes(char));
export const anyChar: Parser<string> = satisfy(() => true);

/** As many characters as are of this class of a regular expression; `otherwise` names what the character after them could have been. */
export function chars(oneOf: string, ...otherwise: string[]): Parser<string> {
  const run = new RegExp(`[${oneOf}]*`, "uy");
  const notes = otherwise.map(expected);
  return (source) => {
    run.lastIndex = source.at;
    const found = run.exec(source.text)?.[0] ?? "";
    source.at += found.length;
    fail(source, shown(charAt(source)), ...notes);
    return found;
  };
}

/** The same, at least one. */
export function chars1(oneOf: string, ...otherwise: string[]): Parser<string> {
  const any = chars(oneOf, ...otherwise);
  return (source) => any(source) || FAILED;
}

export function string(wanted: string): Parser<string> {
  const missing = expected(quoted(wanted));
  return (source) => {
    let length = 0;
    while (length < wanted.length && source.text[source.at + length] === wanted[length]) length += 1;
    if (length === wanted.length) {
      source.at += length;
      source.wish = nothingWished(source.at);
      return wanted;
    }
    // What was read so far counts as read, though the mistake is said to be where the word begins.
    const { at } = source;
    source.at += length;
    source.wish = { at, notes: [shown(charAt(source)), missing] };
    return FAILED;
  };
}

export const end: Parser<undefined> = (source) => {
  const char = charAt(source);
  const met: Note = char === "" ? shown("") : { kind: "refused", text: `'${escaped(char, "'")}'` };
  const failed = fail(source, met, expected("end of input"));
  return char === "" ? undefined : (failed as typeof FAILED);
};

/** One after the other; what the first part stopped for is remembered while the second has read nothing. */
function after<A, B>(source: Source, first: Parser<A>, second: (value: A) => Parser<B>): B | typeof FAILED {
  const value = first(source);
  if (value === FAILED) return FAILED;
  const { at, wish } = source;
  const result = second(value)(source);
  if (source.at === at) source.wish = meet(wish, source.wish);
  return result;
}

export const keepSecond =
  <A, B>(first: Parser<A>, second: Parser<B>): Parser<B> =>
  (source) =>
    after(source, first, () => second);

export const keepFirst =
  <A, B>(first: Parser<A>, second: Parser<B>): Parser<A> =>
  (source) =>
    after(source, first, (value) => map(second, () => value));

export const bind =
  <A, B>(first: Parser<A>, second: (value: A) => Parser<B>): Parser<B> =>
  (source) =>
    after(source, first, second);

export const map =
  <A, B>(parser: Parser<A>, change: (value: A) => B): Parser<B> =>
  (source) => {
    const value = parser(source);
    return value === FAILED ? FAILED : change(value);
  };

export const succeed =
  <T>(value: T): Parser<T> =>
  (source) => {
    source.wish = nothingWished(source.at);
    return value;
  };

export const never: Parser<never> = (source) => fail(source);

/** The first that fits. One that failed after reading something has decided the matter: see `attempt`. */
export function either<A, B>(first: Parser<A>, second: Parser<B>): Parser<A | B> {
  return (source) => {
    const { at } = source;
    const value = first(source);
    if (value !== FAILED || source.at !== at) return value;
    const { wish } = source;
    const other = second(source);
    if (source.at === at) source.wish = meet(wish, source.wish);
    return other;
  };
}

export function choice<T>(...parsers: Parser<T>[]): Parser<T> {
  return parsers.reduceRight((rest, parser) => either(parser, rest));
}

/** Failing, it has read nothing. */
export const attempt =
  <T>(parser: Parser<T>): Parser<T> =>
  (source) => {
    const { at } = source;
    const value = parser(source);
    if (value === FAILED) source.at = at;
    return value;
  };

/** Says in one word what is missing, in place of all the ways in which it could begin. */
export const named =
  <T>(name: string, parser: Parser<T>): Parser<T> =>
  (source) => {
    const { at } = source;
    const value = parser(source);
    if (source.at !== at || (value !== FAILED && source.wish.notes.length === 0)) return value;
    const others = source.wish.notes.filter(({ kind }) => kind !== "expected");
    source.wish = { at: source.wish.at, notes: [...others, expected(name)] };
    return value;
  };

export const optional = <T>(parser: Parser<T>): Parser<T | undefined> =>
  either<T, undefined>(parser, succeed(undefined));

export const ahead =
  <T>(parser: Parser<T>): Parser<T> =>
  (source) => {
    const { at } = source;
    const value = parser(source);
    if (value === FAILED) return FAILED;
    source.at = at;
    source.wish = nothingWished(at);
    return value;
  };

export const notFollowedBy = (parser: Parser<string>): Parser<undefined> =>
  attempt(
    either(
      bind<string, undefined>(
        attempt(parser),
        (char) => (source) => fail(source, { kind: "refused", text: `'${escaped(char, "'")}'` }),
      ),
      succeed(undefined),
    ),
  );

export const many =
  <T>(parser: Parser<T>): Parser<T[]> =>
  (source) => {
    const values: T[] = [];
    for (;;) {
      const { at } = source;
      const value = parser(source);
      if (value === FAILED) return source.at === at ? values : FAILED;
      values.push(value);
    }
  };

export const sepBy1 = <T>(parser: Parser<T>, separator: Parser<unknown>): Parser<T[]> =>
  bind(parser, (first) => map(many(keepSecond(separator, parser)), (others) => [first, ...others]));

export const sepBy = <T>(parser: Parser<T>, separator: Parser<unknown>): Parser<T[]> =>
  either(sepBy1(parser, separator), succeed<T[]>([]));

export const between = <T>(open: Parser<unknown>, close: Parser<unknown>, parser: Parser<T>): Parser<T> =>
  keepSecond(open, keepFirst(parser, close));

/** For what may hold itself: deep enough for any honest request, shallow enough for the stack. */
export const nested =
  <T>(parser: () => Parser<T>, tooDeep: () => Error): Parser<T> =>
  (source) => {
    source.depth += 1;
    if (source.depth > 50) throw tooDeep();
    const value = parser()(source);
    source.depth -= 1;
    return value;
  };
