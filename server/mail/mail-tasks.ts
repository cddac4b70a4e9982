import type { Logger } from "pino";
import type { Tasks } from "../jobs/jobs.ts";
import type { Mailer } from "./message.ts";
import { createPaymentMailTask, type PaymentMailDependencies, SEND_PAYMENT_MAIL } from "./payment-mails.ts";
import { createSendMailTask, SEND_MAIL, SEND_MAIL_OF_EARLIER_VERSIONS } from "./queue.ts";
import { recordMails } from "./record-mails.ts";
import { createSlotMailTask, SEND_SLOT_MAIL, type SlotMailDependencies } from "./slot-mails.ts";

type MailTaskDependencies = SlotMailDependencies &
  PaymentMailDependencies & { readonly mailer: Mailer; readonly log: Pick<Logger, "warn"> };

/** The jobs that send mails, except campaigns. */
export function createMailTasks(dependencies: MailTaskDependencies): Tasks {
  const sendMail = createSendMailTask(recordMails("account", dependencies));
  return {
    [SEND_MAIL]: sendMail,
    [SEND_MAIL_OF_EARLIER_VERSIONS]: sendMail,
    [SEND_SLOT_MAIL]: createSlotMailTask({
      ...dependencies,
      mailer: recordMails("call", dependencies),
    }),
    [SEND_PAYMENT_MAIL]: createPaymentMailTask(dependencies),
  };
}
