import type { Query, Row } from "../postgres/database.ts";

export interface Recipient extends Row {
  /** Makes the Message-ID. */
  readonly id: string;
  readonly campaign_id: string;
  readonly user_id: string;
  readonly name: string;
  readonly email: string;
  /** Before this one, those that count. */
  readonly attempts: number;
}

/** What became of one try. */
export type Outcome =
  | { readonly is: "sent" }
  | { readonly is: "failed"; readonly why: string }
  /** `counts`: it was one of the tries that a recipient has. */
  | { readonly is: "later"; readonly why: string; readonly counts: boolean; readonly milliseconds: number };

export async function claim(query: Query, most: number): Promise<readonly Recipient[]> {
  return (await query<Recipient>("select * from private.claim_recipients($1)", [most])).rows;
}

export async function record(query: Query, { id }: Recipient, outcome: Outcome): Promise<void> {
  if (outcome.is === "sent") await query("select private.record_sent($1)", [id]);
  else if (outcome.is === "failed") await query("select private.record_failed($1, $2)", [id, outcome.why]);
  else
    await query("select private.requeue_recipients(array[$1::uuid], $2, $3, make_interval(secs => $4))", [
      id,
      outcome.why,
      outcome.counts,
      outcome.milliseconds / 1000,
    ]);
}
