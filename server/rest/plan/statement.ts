import { randomUUID } from "node:crypto";
import type { Refusal } from "../../errors/refusal.ts";
import { notSingle, tooManyAffected } from "../errors.ts";
import type { Representation } from "../parse/request.ts";
import { type ResultLimits, tooManyCounted, tooManyRows } from "../request-limits.ts";
import type { Values } from "./sql.ts";

export interface Plan {
  readonly text: string;
  readonly values: readonly string[];
  /** A statement either returns one row (a `PlanResult`), or only its command tag with the number of rows. */
  readonly returns: "row" | "tag";
  /** A read returns at most one row more than this, and is then refused. A write is refused by its statement. */
  readonly maxRows?: number;
  /** The function returns void, so the response has no body. */
  readonly returnsNothing?: boolean;
  /** The function changes nothing, so its answer is not kept for an `Idempotency-Key`. */
  readonly changesNothing?: boolean;
  /** The insert has a conflict target, so `resolution` has an effect. */
  readonly hasConflictTarget?: boolean;
}

export type PlanResult = {
  /** The number of rows in the response. */
  readonly page: number;
  /** The number of rows without limit and offset, if it was requested. */
  readonly total?: number | null;
  readonly body?: string;
  /** The number of rows that an upsert inserted instead of updated. */
  readonly inserted?: number | null;
  /** The primary key of a single inserted row, as a JSON object of texts. */
  readonly key?: string | null;
};

export const createPlan = (text: string, values: Values, returns: Plan["returns"] = "row"): Plan => ({
  text,
  values: values.list,
  returns,
});

/** Returns the rows of `row` as JSON, which is sent as PostgreSQL has written it. */
export function jsonOf(row: string, { single, withoutNulls }: Representation): string {
  const list = withoutNulls ? `json_strip_nulls(json_agg(${row}))` : `json_agg(${row})`;
  return single ? `coalesce(${list}->0, 'null')::text as body` : `coalesce(${list}, '[]')::text as body`;
}

// Only the statement itself can undo its writes, because it is committed without another round trip. PostgreSQL has no
// expression that raises an error, but a failing cast quotes its input. Clients cannot guess the random marker.
const MARKER = randomUUID();
const REFUSALS = { single: notSingle, affected: tooManyAffected, rows: tooManyRows, counted: tooManyCounted };

export function failUnless(condition: string, kind: keyof typeof REFUSALS): string {
  return `${valueIf(condition, kind, "0")} as ${kind}`;
}

function valueIf(condition: string, kind: keyof typeof REFUSALS, value: string): string {
  return `case when ${condition} then ${value} else ('${MARKER}/${kind}/' || count(*))::integer end`;
}

/** Counts the rows of all pages. */
export function totalOf(matching: string, { countedRows }: ResultLimits): string {
  if (!Number.isFinite(countedRows)) return `(select count(*)::integer ${matching})`;
  const total = valueIf(`count(*) <= ${countedRows}`, "counted", "count(*)::integer");
  return `(select ${total} from (select ${matching} limit ${countedRows + 1}) rest_counted)`;
}

/** Refuses a result with more rows than that. */
export function requireRows(maxRows: number): string[] {
  return Number.isFinite(maxRows) ? [failUnless(`count(*) <= ${maxRows}`, "rows")] : [];
}

/** Returns the refusal that `failUnless` raised, if the message of a database error holds one. */
export function findRaisedRefusal(message: string): Refusal | undefined {
  const place = message.indexOf(MARKER);
  if (place === -1) return undefined;
  const [, kind, rows] = message.slice(place).split(/[/"]/);
  return REFUSALS[kind as keyof typeof REFUSALS](Number(rows));
}
