import type { SecondStepChange } from "../../mail/notice-texts.ts";
import type { Query } from "../../postgres/database.ts";
import { recordSecurityEvent } from "../../security-events/security-events.ts";
import { type NoticeDependencies, queueNotice } from "../notices/queue-notice.ts";
import type { Client } from "../sessions/client.ts";
import type { UserRow } from "../users.ts";

/** Records the change, and mails the owner, in the transaction of the change. */
export async function reportSecondStepChange(
  dependencies: NoticeDependencies,
  query: Query,
  { id, email }: UserRow,
  change: SecondStepChange,
  client: Client,
): Promise<void> {
  await recordSecurityEvent(query, {
    kind: "second step changed",
    userId: id,
    ...client,
    details: { change },
  });
  const notice = { kind: "two-step changed", change } as const;
  await queueNotice(dependencies, query, { userId: id, to: email, notice });
}
