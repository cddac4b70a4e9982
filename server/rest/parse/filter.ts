import {
  attempt,
  between,
  bind,
  char,
  chars,
  choice,
  either,
  keepFirst,
  keepSecond,
  map,
  named,
  noneOf,
  notFollowedBy,
  nothingWished,
  optional,
  type Parser,
  sepBy1,
  string,
  succeed,
} from "./combinators.ts";
import { dot, identifier, quotedValue, spaced } from "./names.ts";
import type { Operation, Trilean } from "./request.ts";
import { read } from "./syntax-error.ts";

export type Test = { readonly not: boolean; readonly operation: Operation };

/** Only these may be said of any or all of a list: `eq(any).{1,2}`. The longer names come before those they begin with. */
const QUANTIFIABLE = {
  eq: "=",
  gte: ">=",
  gt: ">",
  lte: "<=",
  lt: "<",
  like: "like",
  ilike: "ilike",
  match: "~",
  imatch: "~*",
} as const;
const SIMPLE = {
  neq: "<>",
  cs: "@>",
  cd: "<@",
  ov: "&&",
  sl: "<<",
  sr: ">>",
  nxr: "&<",
  nxl: "&>",
  adj: "-|-",
} as const;
const SEARCHES = {
  fts: "to_tsquery",
  plfts: "plainto_tsquery",
  phfts: "phraseto_tsquery",
  wfts: "websearch_to_tsquery",
} as const;
const TRILEANS = ["null", "unknown", "true", "false"] as const;

const oneOf = <T extends string>(names: Record<string, T>): Parser<T> =>
  choice(...Object.entries(names).map(([name, meaning]) => map(attempt(string(name)), () => meaning)));

/** Every letter in either case; the place of a mistake is the letter itself. */
const anyCase = (word: string): Parser<unknown> =>
  [...word].reduceRight<Parser<unknown>>(
    (rest, letter) => keepSecond(either(char(letter), char(letter.toUpperCase())), rest),
    succeed(undefined),
  );
const trilean: Parser<Trilean> = named(
  "null or trilean value (unknown, true, false)",
  choice(...TRILEANS.map((word) => map(attempt(anyCase(word)), (): Trilean => word))),
);
/** A later word of PostgREST's, so that it is not in its list of what is expected. */
const trileanOrNotNull: Parser<Trilean> = (source) => {
  if (source.text.slice(source.at, source.at + 8).toLowerCase() !== "not_null") return trilean(source);
  source.at += 8;
  source.wish = nothingWished(source.at);
  return "not null";
};

const plainElement = chars("^,)");
const element = either(attempt(keepFirst(quotedValue, notFollowedBy(noneOf(",)")))), plainElement);
const list = between(spaced(char("(")), spaced(char(")")), sepBy1(element, char(",")));

const each = optional(
  attempt(
    between(
      char("("),
      char(")"),
      either(
        map(attempt(string("any")), () => "any" as const),
        map(string("all"), () => "all" as const),
      ),
    ),
  ),
);
const language = optional(attempt(between(char("("), char(")"), identifier)));

/** `[not.]operator.value`, where the surroundings decide how far a value reaches. */
function testWith(value: Parser<string>): Parser<Test> {
  const withValue = <T>(make: (value: string) => T) => keepSecond(dot, map(value, make));
  const operation: Parser<Operation> = named(
    "operator (eq, gt, ...)",
    choice<Operation>(
      keepSecond(
        attempt(keepSecond(string("in"), dot)),
        map(list, (values) => ({ kind: "in", values })),
      ),
      keepSecond(
        attempt(keepSecond(string("is"), dot)),
        map(trileanOrNotNull, (value) => ({ kind: "is", value })),
      ),
      keepSecond(
        attempt(keepSecond(string("isdistinct"), dot)),
        map(value, (value) => ({ kind: "distinct", value })),
      ),
      attempt(
        bind(oneOf(SEARCHES), (parser) =>
          bind(language, (language) => withValue((value) => ({ kind: "search", parser, language, value }))),
        ),
      ),
      attempt(
        bind(oneOf(SIMPLE), (operator) =>
          withValue((value) => ({ kind: "compare", operator, each: undefined, value })),
        ),
      ),
      attempt(
        bind(oneOf(QUANTIFIABLE), (operator) =>
          bind(each, (each) => withValue((value) => ({ kind: "compare", operator, each, value }))),
        ),
      ),
    ),
  );
  const negation = either(
    map(attempt(keepSecond(string("not"), dot)), () => true),
    succeed(false),
  );
  return bind(negation, (not) => map(operation, (operation) => ({ not, operation })));
}

const lone = testWith(chars("\\s\\S"));
/** A value in a group ends at a comma or a bracket, unless it is quoted or an array. */
export const grouped = testWith(
  choice(
    attempt(keepFirst(quotedValue, notFollowedBy(noneOf(",)")))),
    attempt(map(between(char("{"), char("}"), chars("^{}")), (inside) => `{${inside}}`)),
    plainElement,
  ),
);

const SIMPLEST = /^(eq|neq|gt|gte|lt|lte)\.(.*)$/s;

export function parseTest(text: string): Test {
  const [, name, value] = SIMPLEST.exec(text) ?? [];
  if (name === undefined || value === undefined) return read(lone, text, `filter (${text})`);
  const operator = name === "neq" ? SIMPLE.neq : QUANTIFIABLE[name as "eq"];
  return { not: false, operation: { kind: "compare", operator, each: undefined, value } };
}

/** As `parseTest`, for parameters that may also be arguments of a function: those are left as they are. */
export function parseTestOrArgument(text: string): Test | undefined {
  return read(either<Test, undefined>(lone, succeed(undefined)), text, `filter (${text})`);
}
