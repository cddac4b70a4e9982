import { randomUUID } from "node:crypto";
import type { Refusal } from "../../errors/refusal.ts";
import { notSingle, tooManyAffected } from "../errors.ts";
import type { Representation } from "../parse/request.ts";
import type { Values } from "./sql.ts";

export interface Plan {
  readonly text: string;
  readonly values: readonly string[];
  /** `counts` gives one row: see `Counts`. `tag` gives none that matter: PostgreSQL says how many it touched. */
  readonly result: "counts" | "tag";
  /** The function called has no result: there is no body. */
  readonly returnsNothing?: boolean;
  /** There are columns by which a row can be recognised, so that `resolution` means something. */
  readonly recognisesRows?: boolean;
}

/** The one row of a statement that counts, and makes the body. */
export type Counts = {
  /** Rows in the answer. */
  readonly page: number;
  /** Rows there would be without limit and offset, where that was asked for. */
  readonly total?: number | null;
  readonly body?: string;
  /** Of an upsert: the rows that were not there before. */
  readonly inserted?: number | null;
  /** The key of the one row that was inserted, as an object of texts. */
  readonly key?: string | null;
};

export const plan = (text: string, values: Values, result: Plan["result"] = "counts"): Plan => ({
  text,
  values: values.list,
  result,
});

/** The rows of `row` as JSON; PostgreSQL writes it, and nobody reads it again before it is sent. */
export function jsonOf(row: string, { single, withoutNulls }: Representation): string {
  const list = withoutNulls ? `json_strip_nulls(json_agg(${row}))` : `json_agg(${row})`;
  return single ? `coalesce(${list}->0, 'null')::text as body` : `coalesce(${list}, '[]')::text as body`;
}

// Whether to keep what a statement wrote can only be said inside of it, since its transaction is already under way to
// the end. PostgreSQL has no expression that fails with a word of ours, but a cast that fails quotes what it was given.
// Nobody else knows the word, so nobody else can say it.
const WORD = randomUUID();
const FAILURES = { single: notSingle, affected: tooManyAffected };

export function failUnless(condition: string, failure: keyof typeof FAILURES): string {
  return `case when ${condition} then 0 else ('${WORD}/${failure}/' || count(*))::integer end as ${failure}`;
}

/** The failure that `failUnless` meant, if the message of PostgreSQL's error is one of these. */
export function failureIn(message: string): Refusal | undefined {
  const place = message.indexOf(WORD);
  if (place === -1) return undefined;
  const [, failure, rows] = message.slice(place).split(/[/"]/);
  return FAILURES[failure as keyof typeof FAILURES](Number(rows));
}
