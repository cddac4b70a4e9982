import { RestError } from "../errors.ts";
import { FAILED, nothingWished, type Parser, quoted, type Source } from "./combinators.ts";

/** Reads `text` from its start; what follows the part that is understood is left alone, unless the grammar says `end`. */
export function read<T>(parser: Parser<T>, text: string, what: string): T {
  const source: Source = { text, at: 0, depth: 0, wish: nothingWished(0) };
  const value = parser(source);
  if (value === FAILED) throw syntaxError(source, what);
  return value;
}

function syntaxError(source: Source, what: string): RestError {
  const { line, column } = placeOf(source.text, source.wish.at);
  return new RestError(400, "PGRST100", `"failed to parse ${what}" (line ${line}, column ${column})`, {
    details: explain(source),
  });
}

function explain({ wish: { notes } }: Source): string {
  const of = (wanted: string) => notes.filter(({ kind }) => kind === wanted).map(({ text }) => text);
  const [found] = of("found");
  const refused = list(of("refused"));
  const wanted = list(of("expected"));
  const parts: string[] = [];
  if (refused) parts.push(`unexpected ${refused}`);
  else if (found !== undefined) parts.push(`unexpected ${found === "" ? "end of input" : quoted(found)}`);
  if (wanted) parts.push(`expecting ${wanted}`);
  return parts.join(" ") || "unknown parse error";
}

function list(words: string[]): string {
  const different = [...new Set(words)];
  const last = different.pop() ?? "";
  return different.length === 0 ? last : `${different.join(", ")} or ${last}`;
}

function placeOf(text: string, at: number): { line: number; column: number } {
  let line = 1;
  let column = 1;
  for (const char of text.slice(0, at)) {
    if (char === "\n") [line, column] = [line + 1, 1];
    else if (char === "\t") column += 8 - ((column - 1) % 8);
    else column += 1;
  }
  return { line, column };
}
