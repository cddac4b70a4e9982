import { expect, test } from "vitest";
import { booksCsv, gstr1Csv } from "./books-csv.ts";
import type { BookEntry, ReportRow } from "./report.ts";
import { sumsBy, taxByState, totalOf } from "./report-sums.ts";

const GSTIN = "29AAPFU0939F1ZR";

const row = (changes: Partial<ReportRow> = {}): ReportRow => ({
  entry: "receipt",
  day: "2026-11-21",
  method: "upi",
  plan_level: "ug",
  plan_exam: "cet",
  plan_name: "Medium",
  gstin: null,
  gst_percent: null,
  student_state: "Karnataka",
  amount_paise: 5_000_00,
  entries: 1,
  ...changes,
});

const ROWS = [
  row({ entries: 2 }),
  row({ day: "2026-12-01", plan_name: "Basic", method: "cash", amount_paise: 2_000_00 }),
  row({ day: "2026-12-02", entry: "refund", amount_paise: 1_000_00 }),
  row({ day: "2026-12-02", entry: "surplus", amount_paise: 7_00 }),
];

test.each([
  [
    "day",
    [
      ["2026-11-21", 2, 10_000_00, 0],
      ["2026-12-01", 1, 2_000_00, 0],
      ["2026-12-02", 0, 0, 1_000_00],
    ],
  ],
  [
    "month",
    [
      ["2026-11", 2, 10_000_00, 0],
      ["2026-12", 1, 2_000_00, 1_000_00],
    ],
  ],
  [
    "plan",
    [
      ["UG / CET / Basic", 1, 2_000_00, 0],
      ["UG / CET / Medium", 2, 10_000_00, 1_000_00],
    ],
  ],
  [
    "way",
    [
      ["Cash", 1, 2_000_00, 0],
      ["UPI", 2, 10_000_00, 1_000_00],
    ],
  ],
] as const)("sums by %s", (grouping, expected) => {
  expect(sumsBy(ROWS, grouping)).toEqual(
    expected.map(([key, receipts, receivedPaise, refundedPaise]) => ({
      key,
      receipts,
      receivedPaise,
      refundedPaise,
    })),
  );
});

test("the total of all rows", () => {
  expect(totalOf(ROWS)).toEqual({ receipts: 3, receivedPaise: 12_000_00, refundedPaise: 1_000_00 });
});

test("tax by place of supply, less refunds, as the invoices say it; nothing without a GST number", () => {
  expect(taxByState(ROWS)).toEqual([]);
  const registered = { gstin: GSTIN, gst_percent: 18 };
  expect(
    taxByState([
      row({ ...registered, entries: 3 }),
      row({ ...registered, entry: "refund" }),
      row({ ...registered, student_state: "Kerala" }),
      row({ ...registered, entry: "surplus", amount_paise: 1 }),
    ]),
  ).toEqual([
    {
      state: "29-Karnataka",
      percent: 18,
      isInterState: false,
      taxablePaise: 2 * 4_237_28,
      cgstPaise: 2 * 381_36,
      sgstPaise: 2 * 381_36,
      igstPaise: 0,
    },
    {
      state: "32-Kerala",
      percent: 18,
      isInterState: true,
      taxablePaise: 4_237_29,
      cgstPaise: 0,
      sgstPaise: 0,
      igstPaise: 762_71,
    },
  ]);
});

const entry = (
  changes: Partial<BookEntry> = {},
  name = "Ananya Rao",
  gstin: string | null = null,
): BookEntry => ({
  number: "MRG/26-27/00001",
  entry: "receipt",
  day: "2026-11-21",
  amount_paise: 5_000_00,
  snapshot: {
    seller: { gstin, gstPercent: 18 },
    student: { name, email: "ananya@example.org", state: "Karnataka" },
    plan: { level: "ug", exam: "cet", name: "Medium" },
    order: { number: "MRG-4F7K-2" },
    payment: { method: "upi", utr: "412345678901" },
  },
  receipt_number: "MRG/26-27/00001",
  reference: null,
  cancelled_at: null,
  cancel_reason: null,
  ...changes,
});

const lines = (csv: string) => csv.replace("\ufeff", "").split("\r\n").filter(Boolean);

test("the books have every entry; a name that looks like a formula is text, and a cancelled receipt has no amount", () => {
  const csv = lines(
    booksCsv([
      entry({}, '=HYPERLINK("http://x")'),
      entry({ number: "MRG/26-27/00002", cancelled_at: "2026-11-22", cancel_reason: "wrong order" }),
      entry({ number: "RFD/26-27/00001", entry: "refund", reference: "IMPS 1", amount_paise: 50 }),
      entry({ number: "MRG/26-27/00003" }, "X", GSTIN),
    ]),
  );
  expect(csv[1]).toContain(`"'=HYPERLINK(""http://x"")"`);
  expect(csv[1]).toContain(
    '"UG / CET / Medium","MRG-4F7K-2","UPI","412345678901","MRG/26-27/00001","5000.00","","","","","",""',
  );
  expect(csv[2]).toMatch(/"0\.00","","","","","","","wrong order"$/);
  expect(csv[3]).toContain('"Refund"');
  expect(csv[3]).toContain('"IMPS 1","MRG/26-27/00001","","0.50"');
  expect(csv[4]).toContain('"4237.28","381.36","381.36","0.00","29-Karnataka"');
});

test("GSTR-1 has the sums by place of supply, and the documents with those that were cancelled", () => {
  const states = taxByState([row({ gstin: GSTIN, gst_percent: 18 })]);
  const entries = [
    entry(),
    entry({ number: "MRG/26-27/00002", cancel_reason: "x" }),
    entry({ number: "RFD/26-27/00001", entry: "refund" }),
  ];
  const csv = lines(gstr1Csv({ states, entries }));
  expect(csv).toContain('"29-Karnataka","18","4237.28","0.00","381.36","381.36"');
  expect(csv).toContain('"Invoices","MRG/26-27/00001","MRG/26-27/00002","2","1","1"');
  expect(csv).toContain('"Refunds","RFD/26-27/00001","RFD/26-27/00001","1","0","1"');
});
