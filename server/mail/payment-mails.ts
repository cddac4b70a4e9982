import { z } from "zod";
import { toLanguage } from "../../domain/languages.ts";
import type { Task } from "../jobs/jobs.ts";
import type { ServiceDatabase } from "../postgres/database.ts";
import type { renderReceipt } from "../receipts/render-receipt.ts";
import { type MailFooter, renderMail } from "./mail-template.ts";
import { MailError, type Mailer, type Message } from "./message.ts";
import { attachedReceipt, type PaymentMail, paymentContent } from "./payment-content.ts";

export const SEND_PAYMENT_MAIL = "send-payment-mail";

/** Written by database/rules/payment-mails.sql. It has no personal data, so it is not encrypted. */
const payloadSchema = z.object({
  stepId: z.string().regex(/^\d+$/),
  messageId: z.uuid(),
  endsSoon: z.boolean().default(false),
});

type RenderReceipt = typeof renderReceipt;

interface Claim extends PaymentMail {
  readonly email: string;
  readonly language: string;
  readonly receipt_snapshot: Parameters<RenderReceipt>[0]["snapshot"];
  readonly receipt_issued_at: Date | null;
}

export interface PaymentMailDependencies {
  readonly database: Pick<ServiceDatabase, "query">;
  readonly mailer: Pick<Mailer, "send">;
  /** Returns the receipt as a PDF. */
  readonly renderReceipt: RenderReceipt;
  readonly siteUrl: string;
  readonly support: MailFooter["support"];
}

/**
 * Tells a student of a step of their order, with the receipt of their payment, or that the order ends in a day. These mails
 * are about their money, so they have no limit. A mail is marked before the mail server gets it: a server that dies in between
 * never sends it twice. Nobody knows then whether it was sent, and /today shows it to the admins.
 */
export function createPaymentMailTask(dependencies: PaymentMailDependencies): Task {
  const { database, mailer } = dependencies;
  return async (stored) => {
    const { stepId, messageId, endsSoon } = payloadSchema.parse(stored);
    const key = [stepId, endsSoon];
    const { rows } = await database.query<Claim & Record<string, unknown>>(
      "select * from private.claim_payment_mail($1, $2, $3)",
      [...key, messageId],
    );
    const [claim] = rows;
    if (!claim) return undefined;
    // Before the mark, because it takes longer than all the rest.
    const message = await createMessage(dependencies, claim, messageId);
    const handedOver = await database.query<{ is_first: boolean }>(
      "select private.hand_over_payment_mail($1, $2) as is_first",
      key,
    );
    if (!handedOver.rows[0]?.is_first) return undefined;
    const finish = (isSent: boolean) =>
      database.query("select private.finish_payment_mail($1, $2, $3)", [...key, isSent]);
    try {
      await mailer.send(message);
    } catch (error) {
      if (error instanceof MailError && error.permanent) {
        await finish(false);
        return { permanentFailure: error.message };
      }
      await database.query("select private.release_payment_mail($1, $2)", key);
      throw error;
    }
    await finish(true);
    return undefined;
  };
}

async function createMessage(
  { renderReceipt, siteUrl, support }: PaymentMailDependencies,
  claim: Claim,
  id: string,
): Promise<Message> {
  const content = paymentContent(claim, toLanguage(claim.language), siteUrl);
  const number = attachedReceipt(claim);
  const { receipt_issued_at: issuedAt, receipt_snapshot: snapshot } = claim;
  return {
    id,
    to: claim.email,
    subject: content.subject,
    ...renderMail(content, { year: new Date().getFullYear(), support }),
    ...(number &&
      issuedAt && {
        attachments: [
          {
            filename: `${number.replaceAll("/", "-")}.pdf`,
            contentType: "application/pdf",
            content: Buffer.from(await renderReceipt({ number, issuedAt, snapshot })).toString("base64"),
          },
        ],
      }),
  };
}
