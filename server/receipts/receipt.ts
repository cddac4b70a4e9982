import { z } from "zod";

const text = z.string().default("");
const optionalText = z.string().nullable().default(null);
const paise = z.coerce.number().int().nonnegative();

/** The content of `receipts.snapshot`. Later changes of a profile, an offer or the settings do not change a receipt. */
const snapshotSchema = z.object({
  seller: z.object({
    name: text,
    address: optionalText,
    gstin: optionalText,
    sac: optionalText,
    gstPercent: z.coerce.number().nullable().default(null),
  }),
  student: z.object({
    name: text,
    email: text,
    address: z.array(z.string()).default([]),
    city: text,
    state: text,
    pinCode: text,
  }),
  plan: z.object({ level: z.string(), exam: z.string(), name: z.string() }),
  order: z.object({
    number: z.string(),
    upgradesFrom: optionalText,
    restOf: optionalText,
    kind: z.enum(["full", "part", "rest"]),
  }),
  payment: z.object({ method: z.enum(["upi", "bank", "cash"]), utr: optionalText, paidOn: optionalText }),
  amountPaise: paise,
});

export const receiptSchema = z.object({
  number: z.string(),
  issuedAt: z.coerce.date(),
  snapshot: snapshotSchema,
  cancelled: z.object({ at: z.coerce.date(), reason: z.string() }).nullable().default(null),
  refunds: z.array(z.object({ number: z.string(), amountPaise: paise, refundedOn: z.string() })).default([]),
});

export type Receipt = z.infer<typeof receiptSchema>;
