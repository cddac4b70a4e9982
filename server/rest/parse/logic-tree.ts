import { notUnderstood } from "../errors.ts";
import {
  attempt,
  between,
  bind,
  char,
  either,
  keepFirst,
  keepSecond,
  map,
  named,
  nested,
  type Parser,
  sepBy1,
  string,
  succeed,
} from "./combinators.ts";
import { grouped } from "./filter.ts";
import { column, dot, fieldName, spaced } from "./names.ts";
import type { Condition } from "./request.ts";
import { read } from "./syntax-error.ts";

const filter: Parser<Condition> = bind(keepFirst(column, dot), (name) =>
  map(grouped, (test) => ({ kind: "filter", column: name, ...test })),
);
const negation = named(
  "negation operator (not)",
  either(
    map(attempt(keepSecond(string("not"), dot)), () => true),
    succeed(false),
  ),
);
const operator = named("logic operator (and, or)", either(attempt(string("and")), string("or"))) as Parser<
  "and" | "or"
>;
const group: Parser<Condition> = bind(negation, (not) =>
  bind(operator, (operator) =>
    map(
      between(
        spaced(char("(")),
        spaced(char(")")),
        sepBy1(
          nested(
            () => condition,
            () => notUnderstood("the conditions are nested too deep"),
          ),
          spaced(char(",")),
        ),
      ),
      (conditions) => ({ kind: "group", not, operator, conditions }),
    ),
  ),
);
const condition: Parser<Condition> = either(attempt(filter), group);

const path = sepBy1(fieldName, dot);

/** `or=(…)`, `not.and=(…)`: the path holds the names of embedded tables, which only matter for being refused. */
export function parseGroup(key: string, value: string): { path: string[]; condition: Condition } {
  const names = read(path, key, `logic path (${key})`);
  const last = names.at(-1) as string;
  const operator = names.includes("not") ? `not.${last}` : last;
  return {
    path: names.slice(0, -1).filter((name) => name !== "not"),
    condition: read(condition, operator + value, `logic tree (${value})`),
  };
}
