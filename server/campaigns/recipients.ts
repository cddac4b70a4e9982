import type { MergeValues } from "../../domain/merge-fields.ts";
import type { Query, Row } from "../postgres/database.ts";

export interface Recipient extends Row {
  /** Also identifies the mail: its Message-ID is the same at every attempt. */
  readonly id: string;
  readonly campaign_id: string;
  readonly user_id: string;
  readonly name: string;
  readonly email: string;
  /** Earlier attempts, without those that failed because of the mail server. */
  readonly attempts: number;
  /** Null if the account has been deleted since. */
  readonly merge: MergeValues | null;
}

/** The outcome of one attempt. */
export type Outcome =
  | { readonly state: "sent" }
  | { readonly state: "failed"; readonly reason: string }
  | {
      readonly state: "queued";
      readonly reason: string;
      readonly countsAsAttempt: boolean;
      readonly delayMs: number;
    };

export async function claimRecipients(query: Query, limit: number): Promise<readonly Recipient[]> {
  return (await query<Recipient>("select * from private.claim_recipients($1)", [limit])).rows;
}

export async function recordOutcome(query: Query, { id }: Recipient, outcome: Outcome): Promise<void> {
  switch (outcome.state) {
    case "sent":
      await query("select private.record_sent($1)", [id]);
      break;
    case "failed":
      await query("select private.record_failed($1, $2)", [id, outcome.reason]);
      break;
    case "queued":
      await query("select private.requeue_recipients(array[$1::uuid], $2, $3, make_interval(secs => $4))", [
        id,
        outcome.reason,
        outcome.countsAsAttempt,
        outcome.delayMs / 1000,
      ]);
  }
}
