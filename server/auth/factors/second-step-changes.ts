import type { Query } from "../../postgres/database.ts";
import { recordSecurityEvent } from "../../security-events/security-events.ts";
import type { Client } from "../sessions/client.ts";
import type { UserRow } from "../users.ts";

export type SecondStepChange =
  | "app added"
  | "app removed"
  | "recovery codes created"
  | "recovery codes removed"
  | "recovery code used";

/** Records the change. */
export async function recordSecondStepChange(
  query: Query,
  user: UserRow,
  change: SecondStepChange,
  client: Client,
): Promise<void> {
  await recordSecurityEvent(query, {
    kind: "second step changed",
    userId: user.id,
    ...client,
    details: { change },
  });
}
