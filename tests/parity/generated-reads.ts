import fc from "fast-check";
import type { ApiRequest } from "./exchange.ts";

/** Generated requests: mostly sensible, often slightly wrong. */

const COLUMNS: Record<string, readonly string[]> = {
  things: [
    "id",
    "name",
    "size",
    "price",
    "flag",
    "day",
    "at",
    "code",
    "tags",
    "numbers",
    "span",
    "mood",
    '"Odd Name"',
  ],
  pairs: ["a", "b", "value", "n"],
  readable: ["id", "name"],
  thing_names: ["id", "name", "size"],
};
const VALUES = [
  "1",
  "2",
  "20",
  "-1",
  "0",
  "1.5",
  "x",
  "",
  "null",
  "true",
  "f",
  "anvil",
  "ball",
  "*a*",
  "one",
  "none",
  "2027-01-02",
  "2027-01-02T04:30:00Z",
  "ok",
  "sad",
  "{heavy,iron}",
  "{1,2}",
  "{}",
  "{a",
  "[1,5)",
  "empty",
  "11111111-1111-4111-8111-111111111111",
  '"a,b"',
  "(paren)",
  "ಕನ್ನಡ",
  "a b",
  "'; drop table pairs; --",
  "\\",
  '"',
  "%25",
];
const OPERATORS = [
  "eq",
  "neq",
  "gt",
  "gte",
  "lt",
  "lte",
  "like",
  "ilike",
  "isdistinct",
  "cs",
  "cd",
  "ov",
  "sl",
  "sr",
  "nxr",
  "nxl",
  "adj",
  "fts",
  "plfts",
  "phfts",
  "wfts",
  "eq(any)",
  "lt(all)",
];

const value = fc.constantFrom(...VALUES);
const listed = fc.array(value, { maxLength: 3 }).map((values) => `in.(${values.join(",")})`);
const is = fc.constantFrom("is.null", "is.true", "is.unknown", "is.foo");
const comparison = fc
  .tuple(fc.constantFrom(...OPERATORS), value)
  .map(([operator, text]) => `${operator}.${text}`);
const operation = fc
  .tuple(fc.constantFrom("", "", "", "not."), fc.oneof({ weight: 4, arbitrary: comparison }, listed, is))
  .map(([not, test]) => not + test);

const columnOf = (table: string) =>
  fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom(...(COLUMNS[table] ?? [])) },
    fc.constantFrom("nosuch", "*", ""),
  );

const filterOf = (table: string) =>
  fc.tuple(columnOf(table), operation).map(([column, test]) => `${column}=${test}`);

const groupOf = (table: string) => {
  const { tree } = fc.letrec<{ tree: string; leaf: string }>((tie) => ({
    leaf: fc.tuple(columnOf(table), operation).map(([column, test]) => `${column}.${test}`),
    tree: fc
      .tuple(
        fc.constantFrom("and", "or", "not.and", "not.or"),
        fc.array(fc.oneof({ depthSize: "small", withCrossShrink: true }, tie("leaf"), tie("tree")), {
          minLength: 1,
          maxLength: 3,
        }),
      )
      .map(([operator, parts]) => `${operator}(${parts.join(",")})`),
  }));
  return tree.map((text) => text.replace(/^([a-z.]+)\(/, "$1=("));
};

const orderOf = (table: string) =>
  fc
    .array(
      fc
        .tuple(
          columnOf(table),
          fc.constantFrom("", ".asc", ".desc", ".up"),
          fc.constantFrom("", ".nullsfirst", ".nullslast"),
        )
        .map((parts) => parts.join("")),
      { maxLength: 2 },
    )
    .map((terms) => `order=${[...terms, table === "pairs" ? "a,b" : "id"].join(",")}`);

const selectOf = (table: string) =>
  fc.array(columnOf(table), { minLength: 1, maxLength: 3 }).map((names) => `select=${names.join(",")}`);

const limits = fc.constantFrom(
  "",
  "",
  "limit=2",
  "limit=0",
  "limit=1&offset=1",
  "offset=3",
  "limit=-1",
  "offset=99",
  "limit=x",
);
const prefer = fc.constantFrom(
  "",
  "",
  "count=exact",
  "handling=strict, count=exact",
  "handling=strict, foo",
  "foo, count=exact",
);
const accept = fc.constantFrom(
  "",
  "",
  "",
  "application/vnd.pgrst.object+json",
  "application/vnd.pgrst.array+json;nulls=stripped",
  "text/x",
);
const range = fc.constantFrom("", "", "", "0-1", "1-", "4-2");

export function withoutEmpty(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([, text]) => text !== ""));
}

export const reads: fc.Arbitrary<ApiRequest> = fc.constantFrom(...Object.keys(COLUMNS)).chain((table) =>
  fc
    .record({
      method: fc.constantFrom("GET", "GET", "GET", "HEAD"),
      select: selectOf(table),
      filters: fc.array(filterOf(table), { maxLength: 2 }),
      groups: fc.array(groupOf(table), { maxLength: 1 }),
      order: orderOf(table),
      limits,
      prefer,
      accept,
      range,
    })
    .map(({ method, select, filters, groups, order, limits, ...headers }) => ({
      method,
      path: `/${table}?${[select, ...filters, ...groups, order, limits].filter(Boolean).join("&")}`,
      headers: withoutEmpty(headers),
    })),
);

/** A read with a few characters dropped, inserted or doubled. None is inserted that would begin another query or a fragment. */
export const garbledReads: fc.Arbitrary<ApiRequest> = fc
  .tuple(
    reads,
    fc.array(
      fc.record({
        at: fc.double({ min: 0, max: 1, noNaN: true }),
        kind: fc.constantFrom("drop", "insert", "double"),
        char: fc.constantFrom(..."().,\"'!*&= -_$asnotelig1\\{}é".split("")),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  )
  .map(([request, typos]) => ({ ...request, path: typos.reduce(withTypo, request.path) }));

function withTypo(path: string, { at, kind, char }: { at: number; kind: string; char: string }): string {
  const start = path.indexOf("?") + 1;
  const place = start + Math.floor(at * (path.length - start));
  if (kind === "drop") return path.slice(0, place) + path.slice(place + 1);
  return path.slice(0, place) + (kind === "double" ? (path[place] ?? "") : char) + path.slice(place);
}
