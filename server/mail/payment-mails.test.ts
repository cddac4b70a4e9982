import { expect, test } from "vitest";
import { LANGUAGES, type Language } from "../../domain/languages.ts";
import { MailError, type Message } from "./message.ts";
import { PAYMENT_TEXTS, type PaymentMail, paymentContent } from "./payment-content.ts";
import { createPaymentMailTask } from "./payment-mails.ts";
import type { PaymentMailKind } from "./payment-texts-en.ts";

const SITE = "https://maarga.example";
const PAYLOAD = { stepId: "12", messageId: "0b7c9a52-4a7e-4f0e-9c1b-1f2e3d4c5b6a" };
const KINDS = Object.keys(PAYMENT_TEXTS.en.kinds) as PaymentMailKind[];

const MAIL: PaymentMail = {
  kind: "confirmed",
  first_name: "Asha",
  number: "MRG-4F7K-2",
  plan_level: "ug",
  plan_exam: "cet",
  plan_name: "Medium",
  amount_paise: "500000",
  received_paise: "510050",
  valid_until: new Date("2026-12-01T05:00:00Z"),
  utr: "633012345678",
  reason: "not received",
  words: "Please call us.",
  rest_number: null,
  rest_amount_paise: null,
  rest_valid_until: null,
  receipt_number: null,
  refund_number: null,
  refund_paise: null,
  refund_reference: null,
  plan_then: null,
  plan_expires_at: new Date("2027-12-31T18:29:00Z"),
};

/** The columns that only some kinds have. */
const COLUMNS: Partial<Record<PaymentMailKind, Partial<PaymentMail>>> = {
  confirmed: { receipt_number: "MRG/26-27/00001" },
  "paid over": { receipt_number: "MRG/26-27/00001" },
  "paid short": {
    receipt_number: "MRG/26-27/00001",
    received_paise: "480000",
    rest_number: "MRG-8K2M-7",
    rest_amount_paise: "20000",
    rest_valid_until: new Date("2026-12-08T05:00:00Z"),
  },
  refunded: {
    refund_number: "RFD/26-27/00001",
    refund_paise: "500000",
    refund_reference: "N326123",
    plan_then: "end",
  },
};

const textOf = (kind: PaymentMailKind, language: Language = "en") => {
  const { subject, bodyText, button } = paymentContent({ ...MAIL, kind, ...COLUMNS[kind] }, language, SITE);
  return [subject, bodyText, button?.label, button?.url].join("\n");
};

test.each(KINDS.flatMap((kind) => LANGUAGES.map((language) => [kind, language] as const)))(
  "the mail '%s' in %s names the order, the plan and the amount, and has no gap",
  (kind, language) => {
    const text = textOf(kind, language);
    for (const part of ["Asha", "MRG-4F7K-2", "UG / CET / Medium", "₹5,000", `${SITE}/pricing`])
      expect(text).toContain(part);
    expect(text).not.toMatch(/undefined|null|NaN|Invalid| {2}|\n\n\n/);
    if (language === "kn") expect(text).toMatch(/[\u0c80-\u0cff]{4}/);
  },
);

test.each([
  ["made", ["by Tue 1 Dec, 10:30 AM, Indian time", `${SITE}/pricing?order=MRG-4F7K-2`]],
  ["proof sent", ["UTR 633012345678", "next working day"]],
  ["confirmed", ["until Friday 31 December 2027", "MRG/26-27/00001", "/application-guide", "/book-slot"]],
  ["paid over", ["₹5,100.50, which is ₹100.50 too much", "/documents"]],
  ["paid short", ["₹4,800 of ₹5,000", "₹200, with the order MRG-8K2M-7", `${SITE}/pricing?order=MRG-8K2M-7`]],
  ["rejected", ["No payment with this UTR", "Please call us.", `${SITE}/pricing?order=MRG-4F7K-2`]],
  ["expired", ["at today's price"]],
  ["refunded", ["We refunded ₹5,000 to you", "N326123", "RFD/26-27/00001", "Your plan has ended."]],
  ["cancelled", ["Please call us."]],
  ["undone", ["no longer valid", "Please call us."]],
] as const)("the mail '%s' says what has happened and what comes next", (kind, parts) => {
  for (const part of parts) expect(textOf(kind)).toContain(part);
});

function createWorld(
  claims: readonly object[],
  send: (message: Message) => Promise<void>,
  { isFirst = true } = {},
) {
  const calls: string[] = [];
  const task = createPaymentMailTask({
    database: {
      query: (async (text: string) => {
        calls.push(/(claim|hand_over|finish|release)_payment_mail/.exec(text)?.[1] ?? text);
        return {
          rows: text.includes("claim") ? claims : text.includes("hand_over") ? [{ is_first: isFirst }] : [],
          rowCount: 0,
        };
      }) as never,
    },
    mailer: { send },
    renderReceipt: async ({ number }) => Buffer.from(`%PDF of ${number}`),
    siteUrl: SITE,
    support: { email: "help@maarga.example" },
  });
  return { task, calls };
}

const CLAIM = {
  ...MAIL,
  ...COLUMNS.confirmed,
  email: "asha@example.org",
  language: "en",
  receipt_snapshot: {},
  receipt_issued_at: new Date(),
};

test("a confirmed payment is mailed with its receipt, in the language of the student", async () => {
  const sent: Message[] = [];
  const { task, calls } = createWorld([{ ...CLAIM, language: "kn" }], async (message) => {
    sent.push(message);
  });
  expect(await task(PAYLOAD)).toBeUndefined();
  expect(calls).toEqual(["claim", "hand_over", "finish"]);
  expect(sent).toMatchObject([
    {
      id: PAYLOAD.messageId,
      to: "asha@example.org",
      subject: expect.stringContaining("ಪ್ಲಾನ್"),
      attachments: [
        {
          filename: "MRG-26-27-00001.pdf",
          contentType: "application/pdf",
          content: Buffer.from("%PDF of MRG/26-27/00001").toString("base64"),
        },
      ],
    },
  ]);
});

test("nothing is sent for a step that was mailed before", async () => {
  const { task, calls } = createWorld([], () => Promise.reject(new Error("sent")));
  expect(await task(PAYLOAD)).toBeUndefined();
  expect(calls).toEqual(["claim"]);
});

test("a mail that could not be sent for the moment is released, and tried again", async () => {
  const error = new MailError("come again", { permanent: false });
  const { task, calls } = createWorld([CLAIM], () => Promise.reject(error));
  await expect(task(PAYLOAD)).rejects.toBe(error);
  expect(calls).toEqual(["claim", "hand_over", "release"]);
});

test("nothing is sent that another worker has handed over in the meantime", async () => {
  const { task, calls } = createWorld([CLAIM], () => Promise.reject(new Error("sent")), { isFirst: false });
  expect(await task(PAYLOAD)).toBeUndefined();
  expect(calls).toEqual(["claim", "hand_over"]);
});

test("a refusal for good ends the job, and is recorded", async () => {
  const refusal = new MailError("no such mailbox", { permanent: true });
  const { task, calls } = createWorld([CLAIM], () => Promise.reject(refusal));
  expect(await task(PAYLOAD)).toEqual({ permanentFailure: "no such mailbox" });
  expect(calls).toEqual(["claim", "hand_over", "finish"]);
});
