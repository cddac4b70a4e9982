import { notEmbedded } from "../errors.ts";
import { Cursor } from "./cursor.ts";
import { parseColumn, parseName, refuseJsonPath } from "./names.ts";
import type { OrderTerm } from "./request.ts";

type Suffix = Pick<OrderTerm, "direction" | "nulls">;

const SUFFIX = /(?:\.(asc|desc))?(?:\.nulls(first|last))?/y;
const TERM_END = /,|$/y;

/** `column.desc.nullslast,other` */
export function parseOrder(text: string): OrderTerm[] {
  return new Cursor("order", text).list(parseTerm);
}

function parseTerm(cursor: Cursor): OrderTerm {
  cursor.skipBlanks();
  const column = parseName(cursor);
  if (cursor.accept("(")) throw refuseRelation(cursor, column);
  refuseJsonPath(cursor);
  cursor.skipBlanks();
  return { column, ...parseSuffix(cursor) };
}

function parseSuffix(cursor: Cursor): Suffix {
  const [, direction, nulls] = cursor.match(SUFFIX) ?? [];
  if (!cursor.peek(TERM_END)) throw cursor.expected("asc, desc, nullsfirst, nullslast or a comma");
  return {
    direction: direction as Suffix["direction"],
    nulls: nulls === undefined ? undefined : (`nulls ${nulls}` as Suffix["nulls"]),
  };
}

/** `table(column).desc` would order by a column of an embedded table. */
function refuseRelation(cursor: Cursor, table: string): Error {
  parseColumn(cursor);
  if (!cursor.accept(")")) return cursor.expected('")"');
  parseSuffix(cursor);
  return notEmbedded(table);
}
