/** The cases of sentences.test.ts about payments: the subject, the details, and the sentence. */

export const ASHA = "Asha <Rani> Rao <asha@example.org>";

type Case = readonly [subject: string | null, details: object, sentence: string];

export const PAYMENT_CASES = {
  "order made": [
    ASHA,
    { order: "MRG-4F7K-2", plan: "UG / CET / Medium", amount_paise: 500_000 },
    "Made MRG-4F7K-2 for Asha <Rani> Rao: UG / CET / Medium, ₹5,000",
  ],
  "order cancelled": [
    ASHA,
    { order: "MRG-4F7K-2", words: "twice" },
    "Cancelled MRG-4F7K-2 of Asha <Rani> Rao (twice)",
  ],
  "payment put": [ASHA, { order: "MRG-4F7K-2" }, "Put a payment of Asha <Rani> Rao to MRG-4F7K-2"],
  "payment moved": [
    ASHA,
    { order: "MRG-4F7K-2", from: "MRG-9XYZ-A" },
    "Moved a payment from MRG-9XYZ-A to MRG-4F7K-2 of Asha <Rani> Rao",
  ],
  "payment proof viewed": [
    ASHA,
    { file: "1700000000001_paid.png" },
    "Viewed the payment proof paid.png of Asha <Rani> Rao",
  ],
  "payment confirmed": [
    ASHA,
    { order: "MRG-4F7K-2", received_paise: 500_000, receipt: "MRG/26-27/00001" },
    "Confirmed ₹5,000 of Asha <Rani> Rao for MRG-4F7K-2, receipt MRG/26-27/00001",
  ],
  "payment taken short": [
    ASHA,
    { order: "MRG-4F7K-2", received_paise: 499_950, receipt: "MRG/26-27/00001" },
    "Counted as paid short: ₹4,999.50 of Asha <Rani> Rao for MRG-4F7K-2, receipt MRG/26-27/00001",
  ],
  "payment taken over": [
    ASHA,
    { order: "MRG-4F7K-2", received_paise: 500_100, receipt: "MRG/26-27/00001" },
    "Counted as paid over: ₹5,001 of Asha <Rani> Rao for MRG-4F7K-2, receipt MRG/26-27/00001",
  ],
  "payment rejected": [
    ASHA,
    { order: "MRG-4F7K-2", reason: "other", words: "no such transfer" },
    "Rejected the payment of Asha <Rani> Rao for MRG-4F7K-2 (other: no such transfer)",
  ],
  "payment mail sent again": [
    ASHA,
    { order: "MRG-4F7K-2" },
    "Sent a mail about MRG-4F7K-2 to Asha <Rani> Rao again",
  ],
  "payment refunded": [
    ASHA,
    { order: "MRG-4F7K-2", refund_paise: 100, number: "RFD/26-27/00001" },
    "Refunded ₹1 of MRG-4F7K-2 to Asha <Rani> Rao, RFD/26-27/00001",
  ],
  "confirmation undone": [
    ASHA,
    { order: "MRG-4F7K-2", words: "wrong student" },
    "Undid the confirmation of MRG-4F7K-2 of Asha <Rani> Rao (wrong student)",
  ],
} satisfies Record<string, Case>;
