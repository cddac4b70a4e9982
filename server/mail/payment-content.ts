import type { Language, Translated } from "../../domain/languages.ts";
import { formatPaise } from "../../domain/money.ts";
import { findPlan, planLabel } from "../../domain/plans.ts";
import { DATES } from "./dates.ts";
import type { MailContent } from "./mail-template.ts";
import { ENGLISH, type PaymentFacts, type PaymentMailKind, type PaymentTexts } from "./payment-texts-en.ts";
import { KANNADA } from "./payment-texts-kn.ts";

export const PAYMENT_TEXTS: Translated<PaymentTexts> = { en: ENGLISH, kn: KANNADA };

/** The row of claim_payment_mail. Amounts in paise arrive as text, because they are bigints. */
export interface PaymentMail {
  readonly kind: PaymentMailKind;
  readonly first_name: string;
  readonly number: string;
  readonly plan_level: string;
  readonly plan_exam: string;
  readonly plan_name: string;
  readonly amount_paise: string;
  readonly received_paise: string;
  readonly valid_until: Date;
  readonly utr: string | null;
  readonly reason: string | null;
  readonly words: string | null;
  readonly rest_number: string | null;
  readonly rest_amount_paise: string | null;
  readonly rest_valid_until: Date | null;
  readonly receipt_number: string | null;
  readonly refund_number: string | null;
  readonly refund_paise: string | null;
  readonly refund_reference: string | null;
  readonly plan_then: string | null;
  readonly plan_expires_at: Date | null;
}

export function paymentContent(mail: PaymentMail, language: Language, siteUrl: string): MailContent {
  const texts = PAYMENT_TEXTS[language];
  const facts = factsOf(mail, language);
  const { subject, opening, more, button } = texts.kinds[mail.kind](facts);
  const receipt = attachedReceipt(mail);
  const isConfirmed = mail.kind === "confirmed" || mail.kind === "paid over";
  return {
    language,
    subject,
    preheader: opening,
    bodyText: [
      texts.hello(mail.first_name),
      opening,
      ...more,
      texts.facts(facts),
      ...(receipt ? [texts.receipt(receipt)] : []),
      ...(isConfirmed ? [texts.firstSteps(siteUrl)] : []),
    ].join("\n\n"),
    button: { label: button, url: `${siteUrl}${addressOf(mail)}` },
    smallPrint: texts.neverAsk,
    languageUrl: `${siteUrl}/notifications`,
  };
}

/** The receipt of the payment that the mail is about. A refund has a receipt too, which was mailed before. */
export function attachedReceipt({ kind, receipt_number }: PaymentMail): string | undefined {
  const hasReceipt = kind === "confirmed" || kind === "paid over" || kind === "paid short";
  return hasReceipt ? (receipt_number ?? undefined) : undefined;
}

const PAYABLE: readonly PaymentMailKind[] = ["made", "rejected", "moved", "ends soon"];

/** Returns the path of the order's pay screen if there is something to pay, otherwise of the plans. */
function addressOf({ kind, number, rest_number }: PaymentMail): string {
  const payable = PAYABLE.includes(kind) ? number : rest_number;
  return payable ? `/pricing?order=${payable}` : "/pricing";
}

function factsOf(mail: PaymentMail, language: Language): PaymentFacts {
  const texts = PAYMENT_TEXTS[language];
  const dates = DATES[language];
  const timeOf = (instant: Date) => texts.inIndianTime(`${dates.day(instant)}, ${dates.time(instant)}`);
  const plan = findPlan(mail.plan_level, mail.plan_exam, mail.plan_name);
  const received = Number(mail.received_paise);
  const reasons = [texts.reasons[mail.reason ?? ""], mail.words?.trim()].filter(Boolean);
  return {
    number: mail.number,
    plan: plan ? planLabel(plan) : mail.plan_name,
    amount: formatPaise(Number(mail.amount_paise)),
    received: formatPaise(received),
    surplus: formatPaise(Math.max(0, received - Number(mail.amount_paise))),
    validUntil: timeOf(mail.valid_until),
    utr: mail.utr ?? undefined,
    reason: reasons.join("\n\n") || undefined,
    planEnd: mail.plan_expires_at ? dates.fullDay(mail.plan_expires_at) : "",
    rest:
      mail.rest_number && mail.rest_valid_until
        ? {
            number: mail.rest_number,
            amount: formatPaise(Number(mail.rest_amount_paise)),
            until: timeOf(mail.rest_valid_until),
          }
        : undefined,
    refund: mail.refund_number
      ? {
          number: mail.refund_number,
          amount: formatPaise(Number(mail.refund_paise)),
          reference: mail.refund_reference ?? "",
          planThen: texts.plansThen[mail.plan_then ?? ""] ?? "",
        }
      : undefined,
  };
}
