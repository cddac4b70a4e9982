import { randomUUID } from "node:crypto";
import { z } from "zod";
import { NOTICE_DAYS } from "../../domain/notices.ts";
import type { AddJob, Task } from "../jobs/jobs.ts";
import type { Query, ServiceDatabase } from "../postgres/database.ts";
import type { AccountMail } from "./account-mail.ts";
import { ACCOUNT_TEXTS, type AccountMailKind, accountContent } from "./account-texts.ts";
import { invitationContent } from "./invitation-text.ts";
import { type MailContent, type MailFooter, renderMail } from "./mail-template.ts";
import { MailError, type Mailer, messageSchema } from "./message.ts";
import { disputeContent, noticeContent } from "./notice-texts.ts";

export const SEND_MAIL = "send-account-mail";
/** The task of mails that earlier versions queued, without encryption. Their workers do not claim the new task. */
export const SEND_MAIL_OF_EARLIER_VERSIONS = "send-mail";

/** Twelve attempts take sixteen hours, so no mail is lost if the mail server is down overnight. */
const MAX_ATTEMPTS = 12;

const NOTICE_MINUTES = NOTICE_DAYS * 24 * 60;

const mailJob = z.object({
  message: messageSchema,
  /** The mail is dropped after this time, because its link no longer works. */
  sendBefore: z.iso.datetime().optional(),
});

type MailJob = z.infer<typeof mailJob>;

export interface AccountMailDependencies {
  readonly addJob: AddJob;
  readonly support?: MailFooter["support"];
}

/** Renders mails when they are requested: the job holds the whole message, so any server can send it. */
export function createAccountMail({ addJob, support }: AccountMailDependencies): AccountMail {
  const queueContent = async (query: Query, to: string, content: MailContent, validMinutes: number) => {
    const now = new Date();
    const job: MailJob = {
      message: {
        id: randomUUID(),
        to,
        subject: content.subject,
        ...renderMail(content, { year: now.getFullYear(), support }),
      },
      sendBefore: new Date(now.getTime() + validMinutes * 60_000).toISOString(),
    };
    await addJob(query, SEND_MAIL, job, { maxAttempts: MAX_ATTEMPTS });
  };
  const queue =
    (kind: AccountMailKind): AccountMail[AccountMailKind] =>
    (query, request) =>
      queueContent(query, request.to, accountContent(kind, request), ACCOUNT_TEXTS[kind].validMinutes);
  return {
    notice: (query, { to, notice, link }) =>
      queueContent(query, to, noticeContent(notice, link), NOTICE_MINUTES),
    dispute: async (query, { userId, hasMoved }) => {
      if (support?.email)
        await queueContent(query, support.email, disputeContent(userId, hasMoved), NOTICE_MINUTES);
    },
    confirmSignUp: queue("confirmSignUp"),
    accountExists: queue("accountExists"),
    resetPassword: queue("resetPassword"),
    confirmNewEmail: queue("confirmNewEmail"),
    signInLink: queue("signInLink"),
    reauthenticate: queue("reauthenticate"),
    invitation: (query, invitation) =>
      queueContent(
        query,
        invitation.to,
        invitationContent(invitation),
        (invitation.expiresAt.getTime() - Date.now()) / 60_000,
      ),
  };
}

/** Encrypts the mails that an earlier version has queued; their links and codes must not stay readable in the database. */
export async function encryptQueuedMails(
  database: Pick<ServiceDatabase, "transaction">,
  addJob: AddJob,
): Promise<void> {
  await database.transaction(async (query) => {
    const { rows } = await query<{ payload: object; run_at: Date; max_attempts: number }>(
      `delete from graphile_worker._private_jobs as job using graphile_worker._private_tasks as task
       where task.id = task_id and identifier = $1 and locked_at is null and attempts < max_attempts
       returning payload, run_at, max_attempts`,
      [SEND_MAIL_OF_EARLIER_VERSIONS],
    );
    for (const { payload, run_at, max_attempts } of rows)
      await addJob(query, SEND_MAIL, payload, { runAt: run_at, maxAttempts: max_attempts });
    await query(
      `update graphile_worker._private_jobs as job set payload = '{}' from graphile_worker._private_tasks as task
       where task.id = task_id and identifier = $1 and attempts >= max_attempts`,
      [SEND_MAIL_OF_EARLIER_VERSIONS],
    );
  });
}

/** Sends the queued mails. */
export function createSendMailTask(mailer: Pick<Mailer, "send">): Task {
  return async (payload) => {
    const job = mailJob.safeParse(payload);
    if (!job.success) return { permanentFailure: "the job holds no valid mail" };
    const { message, sendBefore } = job.data;
    if (sendBefore && Date.parse(sendBefore) < Date.now())
      return { permanentFailure: "too late: its link has expired" };
    try {
      await mailer.send(message);
    } catch (error) {
      if (error instanceof MailError && error.permanent) return { permanentFailure: error.message };
      throw error;
    }
  };
}
