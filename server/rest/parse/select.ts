import { notUnderstood, RestError } from "../errors.ts";
import {
  ahead,
  attempt,
  between,
  bind,
  char,
  choice,
  either,
  keepFirst,
  keepSecond,
  map,
  nested,
  never,
  notFollowedBy,
  optional,
  type Parser,
  sepBy,
  string,
  succeed,
} from "./combinators.ts";
import { column, fieldName, identifier, spaced, stop } from "./names.ts";
import { read } from "./syntax-error.ts";

type Item =
  | { readonly kind: "column"; readonly name: string }
  | { readonly kind: "aggregate" }
  | { readonly kind: "renamed" | "cast" }
  | { readonly kind: "embedded"; readonly name: string };

const alias = optional(attempt(keepFirst(fieldName, keepSecond(char(":"), notFollowedBy(char(":"))))));
const cast = optional(keepSecond(string("::"), identifier));
const hint = optional(
  keepSecond(char("!"), choice(attempt(string("left")), attempt(string("inner")), attempt(fieldName))),
);
const opening = attempt(ahead(string("(")));
const atEnd = stop(")", ",");

const spread = spaced(
  keepFirst(keepSecond(string("..."), fieldName), keepSecond(hint, keepSecond(hint, opening))),
);
const relation = spaced(
  keepSecond(
    alias,
    keepFirst(
      bind(fieldName, (name) => (name === "count" ? never : succeed(name))),
      keepSecond(hint, keepSecond(hint, opening)),
    ),
  ),
);
const embedded = (parser: Parser<string>): Parser<Item> =>
  bind(attempt(parser), (name) => map(inner, () => ({ kind: "embedded", name })));

const star: Parser<Item> = map(keepFirst(string("*"), atEnd), () => ({ kind: "column", name: "*" }));
const count: Parser<Item> = map(
  keepSecond(alias, keepFirst(string("count()"), keepSecond(cast, atEnd))),
  () => ({
    kind: "aggregate",
  }),
);
const aggregate = attempt(
  keepSecond(
    char("."),
    keepFirst(
      choice(string("sum"), string("avg"), string("count"), attempt(string("max")), attempt(string("min"))),
      string("()"),
    ),
  ),
);
const plain: Parser<Item> = bind(alias, (as) =>
  bind(column, (name) =>
    bind(cast, (type) =>
      bind(optional(aggregate), (computed) =>
        map(keepSecond(cast, atEnd), () => {
          if (computed) return { kind: "aggregate" };
          if (type !== undefined) return { kind: "cast" };
          return as === undefined ? { kind: "column", name } : { kind: "renamed" };
        }),
      ),
    ),
  ),
);

const item: Parser<Item> = choice(
  embedded(spread),
  embedded(relation),
  spaced(choice(attempt(star), attempt(count), plain)),
);
const items: Parser<Item[]> = nested(
  () => sepBy(item, spaced(char(","))),
  () => notUnderstood("the select parameter is nested too deep"),
);
const inner: Parser<Item[]> = between(char("("), char(")"), either(items, succeed([])));

/** What nearly every request sends, and what needs no grammar to be understood. */
const PLAIN_LIST = /^(?:\*|\w+)(?:,(?:\*|\w+))*$/;

/** The columns asked for; none at all means every one. */
export function parseSelect(text: string, target: string): string[] {
  if (PLAIN_LIST.test(text)) return text.split(",");
  const what = `select parameter (${text})`;
  return read(items, text, what).map((item) => {
    if (item.kind === "column") return item.name;
    if (item.kind === "aggregate")
      throw new RestError(400, "PGRST123", "Use of aggregate functions is not allowed");
    if (item.kind === "embedded") throw noEmbedding(target, item.name);
    throw notUnderstood(
      `"failed to parse ${what}"`,
      item.kind === "cast" ? "casts are not supported" : "renaming columns is not supported",
    );
  });
}

function noEmbedding(target: string, name: string): RestError {
  return new RestError(
    400,
    "PGRST200",
    `Could not find a relationship between '${target}' and '${name}' in the schema cache`,
    { details: "Embedding other tables is not supported: ask for each table in a request of its own." },
  );
}
