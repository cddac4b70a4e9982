import { z } from "zod";
import type { Task } from "../../jobs/jobs.ts";
import type { ServiceDatabase } from "../../postgres/database.ts";
import { type NoticeDependencies, queueNotice } from "./queue-notice.ts";

export const QUEUE_ADMIN_NOTICE = "queue-admin-notice";

const payloadSchema = z.object({ userId: z.guid() });

/** Mails new admins. A trigger on the list of admins queues the job, because SQL cannot write the mail. */
export function createAdminNoticeTask(
  dependencies: NoticeDependencies & { readonly database: ServiceDatabase },
): Task {
  return async (payload) => {
    const { userId } = payloadSchema.parse(payload);
    await dependencies.database.transaction(async (query) => {
      const { rows } = await query<{ email: string }>(
        "select email from auth.users join private.admins on user_id = id where id = $1",
        [userId],
      );
      const [admin] = rows;
      if (admin)
        await queueNotice(dependencies, query, {
          userId,
          to: admin.email,
          notice: { kind: "admin rights given" },
        });
    });
    return undefined;
  };
}
