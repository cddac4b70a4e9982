import type { Tasks } from "../jobs/jobs.ts";
import type { Mailer } from "./message.ts";
import { createPaymentMailTask, type PaymentMailDependencies, SEND_PAYMENT_MAIL } from "./payment-mails.ts";
import { createSendMailTask, SEND_MAIL, SEND_MAIL_OF_EARLIER_VERSIONS } from "./queue.ts";
import { createSlotMailTask, SEND_SLOT_MAIL, type SlotMailDependencies } from "./slot-mails.ts";

type MailTaskDependencies = SlotMailDependencies & PaymentMailDependencies & { readonly mailer: Mailer };

/** The jobs that send mails, except campaigns. */
export function createMailTasks(dependencies: MailTaskDependencies): Tasks {
  const sendMail = createSendMailTask(dependencies.mailer);
  return {
    [SEND_MAIL]: sendMail,
    [SEND_MAIL_OF_EARLIER_VERSIONS]: sendMail,
    [SEND_SLOT_MAIL]: createSlotMailTask(dependencies),
    [SEND_PAYMENT_MAIL]: createPaymentMailTask(dependencies),
  };
}
