import { notUnderstood } from "../errors.ts";
import {
  ahead,
  anyChar,
  attempt,
  between,
  bind,
  char,
  chars,
  chars1,
  choice,
  either,
  end,
  keepSecond,
  many,
  map,
  named,
  noneOf,
  notFollowedBy,
  optional,
  type Parser,
  sepBy1,
  string,
} from "./combinators.ts";

const blanks = chars(" \\t");

/** Blanks around a part mean nothing. */
export const spaced = <T>(parser: Parser<T>): Parser<T> => between(blanks, blanks, parser);

export const dot = named("delimiter (.)", char("."));

export const quotedValue: Parser<string> = map(
  between(char('"'), char('"'), many(either(noneOf('\\"'), keepSecond(char("\\"), anyChar)))),
  (parts) => parts.join(""),
);

export const identifier = map(chars1("\\p{L}\\p{Nd}_ $", "letter", "digit"), (name) => name.trim());

const dash = attempt(keepSecond(char("-"), notFollowedBy(char(">"))));

/** `first_name`, `a name`, `a-name` or `"any name"`. */
export const fieldName: Parser<string> = named(
  "field name (* or [a..z0..9_$])",
  either(
    quotedValue,
    map(sepBy1(identifier, dash), (parts) => parts.join("-")),
  ),
);

const jsonArrow = choice(attempt(string("->>")), attempt(string("->")));

/** A path into a JSON value is recognised, so that it can be refused by its name. */
function withoutPath<T>(parser: Parser<T>): Parser<T> {
  return bind(parser, (value) =>
    map(optional(jsonArrow), (arrow) => {
      if (arrow === undefined) return value;
      throw notUnderstood(`"failed to parse ${value}${arrow}"`, "paths into JSON are not supported");
    }),
  );
}

export const column: Parser<string> = spaced(withoutPath(fieldName));

/** What may follow a part without being read with it. */
export const stop = (...texts: string[]): Parser<unknown> =>
  choice<unknown>(...texts.map((text) => attempt(ahead(string(text)))), attempt(end));

/** The key of a parameter: `column`, or `embedded.column`. */
export const treePath: Parser<string[]> = withoutPath(sepBy1(fieldName, dot));
