import { notEmbedded } from "../errors.ts";
import {
  attempt,
  between,
  bind,
  char,
  either,
  keepFirst,
  keepSecond,
  map,
  optional,
  type Parser,
  sepBy1,
  string,
  succeed,
} from "./combinators.ts";
import { column, dot, fieldName, spaced, stop } from "./names.ts";
import type { OrderTerm } from "./request.ts";
import { read } from "./syntax-error.ts";

type Suffix = Pick<OrderTerm, "direction" | "nulls">;

const word = <T>(text: string, meaning: T): Parser<T> =>
  attempt(map(keepSecond(dot, string(text)), () => meaning));
const direction = optional(either(word("asc", "asc" as const), word("desc", "desc" as const)));
const nulls = either(word("nullsfirst", "nulls first" as const), word("nullslast", "nulls last" as const));
const ending = stop(",");
const suffix: Parser<Suffix> = bind(direction, (direction) =>
  map(
    either(
      keepFirst(optional(nulls), ending),
      map(ending, () => undefined),
    ),
    (nulls) => ({ direction, nulls }),
  ),
);

const ofRelation: Parser<never> = bind(
  bind(fieldName, (name) =>
    keepSecond(between(char("("), char(")"), column), keepSecond(suffix, succeed(name))),
  ),
  (name) => {
    throw notEmbedded(name);
  },
);
const ofColumn: Parser<OrderTerm> = bind(column, (name) =>
  map(suffix, (rest) => ({ column: name, ...rest })),
);
const terms = sepBy1(spaced(either(attempt(ofRelation), ofColumn)), char(","));

/** What nearly every request sends, and what needs no grammar to be understood. */
const PLAIN_TERM = /^(\w+)(?:\.(asc|desc))?$/;

export function parseOrder(text: string): OrderTerm[] {
  const [, plain, direction] = PLAIN_TERM.exec(text) ?? [];
  if (plain !== undefined)
    return [{ column: plain, direction: direction as OrderTerm["direction"], nulls: undefined }];
  return read(terms, text, `order (${text})`);
}
