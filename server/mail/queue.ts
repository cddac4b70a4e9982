import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { AddJob, Task } from "../jobs/jobs.ts";
import type { AccountMail } from "./account-mail.ts";
import { ACCOUNT_TEXTS, type AccountMailKind, accountContent } from "./account-texts.ts";
import { type MailFooter, renderMail } from "./mail-template.ts";
import { MailError, type Mailer, messageSchema } from "./message.ts";

export const SEND_MAIL = "send-mail";

/** Sixteen hours of trying: a mail server that is down over night costs no mail. */
const ATTEMPTS = 12;

const mailJob = z.object({
  message: messageSchema,
  /** After this there is no point: what the mail offers no longer works. */
  sendBefore: z.iso.datetime().optional(),
});

type MailJob = z.infer<typeof mailJob>;

export interface AccountMailDependencies {
  readonly addJob: AddJob;
  readonly support?: MailFooter["support"];
}

/** Mails are written when they are asked for: a job holds a finished message, so any server can send it. */
export function createAccountMail({ addJob, support }: AccountMailDependencies): AccountMail {
  const write =
    (kind: AccountMailKind): AccountMail[AccountMailKind] =>
    async (query, asked) => {
      const now = new Date();
      const content = accountContent(kind, asked);
      const job: MailJob = {
        message: {
          id: randomUUID(),
          to: asked.to,
          subject: content.subject,
          ...renderMail(content, { year: now.getFullYear(), support }),
        },
        sendBefore: new Date(now.getTime() + ACCOUNT_TEXTS[kind].validHours * 3_600_000).toISOString(),
      };
      await addJob(query, SEND_MAIL, job, { maxAttempts: ATTEMPTS });
    };
  return {
    confirmSignUp: write("confirmSignUp"),
    resetPassword: write("resetPassword"),
    confirmNewEmail: write("confirmNewEmail"),
    signInLink: write("signInLink"),
    reauthenticate: write("reauthenticate"),
  };
}

/** The other end of the queue. */
export function createSendMailTask(mailer: Mailer): Task {
  return async (payload) => {
    const job = mailJob.safeParse(payload);
    if (!job.success) return { permanentFailure: "the job does not hold a mail" };
    const { message, sendBefore } = job.data;
    if (sendBefore && Date.parse(sendBefore) < Date.now())
      return { permanentFailure: "too late: its link is used up by now" };
    try {
      await mailer.send(message);
    } catch (error) {
      if (error instanceof MailError && error.permanent) return { permanentFailure: error.message };
      throw error;
    }
  };
}
