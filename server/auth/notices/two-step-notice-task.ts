import { z } from "zod";
import type { Task } from "../../jobs/jobs.ts";
import type { ServiceDatabase } from "../../postgres/database.ts";
import { type NoticeDependencies, queueNotice } from "./queue-notice.ts";

export const QUEUE_TWO_STEP_NOTICE = "queue-two-step-notice";

const payloadSchema = z.object({ userId: z.guid() });

/** Mails somebody whose second step the operator's command has removed. The command itself cannot render mails. */
export function createTwoStepNoticeTask(
  dependencies: NoticeDependencies & { readonly database: ServiceDatabase },
): Task {
  return async (payload) => {
    const { userId } = payloadSchema.parse(payload);
    await dependencies.database.transaction(async (query) => {
      const { rows } = await query<{ email: string }>("select email from auth.users where id = $1", [userId]);
      const [user] = rows;
      const notice = { kind: "two-step changed", change: "removed by the operator" } as const;
      if (user) await queueNotice(dependencies, query, { userId, to: user.email, notice });
    });
    return undefined;
  };
}
