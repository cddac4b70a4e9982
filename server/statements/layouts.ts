/** The columns of a statement, by their positions in a row. */
export interface Columns {
  readonly date: number;
  /** Columns with text about the payment, in their order. */
  readonly narration: readonly number[];
  readonly reference?: number | undefined;
  /** Money received in a column of its own … */
  readonly credit?: number | undefined;
  /** … or with money paid in one column, which `sign` or a sign in the cell tells apart. */
  readonly amount?: number | undefined;
  readonly sign?: number | undefined;
  /** The column of the payment's state: reports of payment services also list failed payments and refunds. */
  readonly status?: number | undefined;
  readonly kind?: number | undefined;
}

export interface Layout {
  readonly name: string;
  readonly columns: Columns;
}

interface KnownLayout {
  readonly name: string;
  /** Headings that only this layout has together, as `normalizeHeading` returns them. */
  readonly headings: readonly string[];
  readonly date: string;
  readonly narration: readonly string[];
  readonly reference?: string;
  readonly credit?: string;
  readonly amount?: string;
  readonly sign?: string;
  readonly status?: string;
  readonly kind?: string;
}

/** docs/decisions/0080-bank-statements.md says where the headings are from. */
const KNOWN: readonly KnownLayout[] = [
  {
    name: "State Bank of India",
    headings: ["txn date", "value date", "description", "ref no cheque no", "debit"],
    date: "txn date",
    narration: ["description"],
    reference: "ref no cheque no",
    credit: "credit",
  },
  {
    name: "HDFC Bank",
    headings: ["narration", "chq ref no", "value dt", "withdrawal amt"],
    date: "date",
    narration: ["narration"],
    reference: "chq ref no",
    credit: "deposit amt",
  },
  {
    name: "ICICI Bank",
    headings: ["value date", "transaction remarks", "withdrawal amount inr"],
    date: "transaction date",
    narration: ["transaction remarks"],
    reference: "cheque number",
    credit: "deposit amount inr",
  },
  {
    name: "Axis Bank",
    headings: ["particulars", "dr", "bal"],
    date: "tran date",
    narration: ["particulars"],
    reference: "chqno",
    credit: "cr",
  },
  {
    name: "Axis Bank",
    headings: ["chq no", "particulars", "debit", "init br"],
    date: "tran date",
    narration: ["particulars"],
    reference: "chq no",
    credit: "credit",
  },
  {
    name: "Kotak Mahindra Bank",
    headings: ["description", "chq ref number"],
    date: "date",
    narration: ["description"],
    reference: "chq ref number",
    amount: "amount",
    sign: "dr cr",
  },
  {
    name: "Kotak Mahindra Bank",
    headings: ["transaction details", "chq ref no"],
    date: "transaction date",
    narration: ["transaction details"],
    reference: "chq ref no",
    amount: "debit credit",
  },
  {
    name: "Canara Bank",
    headings: ["value date", "cheque no", "description", "branch code", "debit"],
    date: "txn date",
    narration: ["description"],
    reference: "cheque no",
    credit: "credit",
  },
  {
    name: "Union Bank of India",
    headings: ["remarks", "utr number", "instr id", "withdrawals"],
    date: "date",
    narration: ["remarks"],
    reference: "utr number",
    credit: "deposits",
  },
  {
    name: "Bank of Baroda",
    headings: ["narration", "chq no", "withdrawal dr"],
    date: "date",
    narration: ["narration"],
    reference: "chq no",
    credit: "deposit cr",
  },
  {
    name: "Punjab National Bank",
    headings: ["transaction date", "cheque number", "withdrawal", "narration"],
    date: "transaction date",
    narration: ["narration"],
    reference: "cheque number",
    credit: "deposit",
  },
  {
    name: "Karnataka Bank",
    headings: ["particulars", "cheque no", "withdrawals"],
    date: "date",
    narration: ["particulars"],
    reference: "cheque no",
    credit: "deposits",
  },
  {
    name: "Google Pay for Business",
    headings: ["transaction id", "creation time", "upi transaction id"],
    date: "creation time",
    narration: ["payer name", "notes"],
    reference: "upi transaction id",
    amount: "amount",
    status: "status",
    kind: "transaction type",
  },
  {
    name: "PhonePe Business",
    headings: ["phonepe reference id", "transaction utr"],
    date: "transaction date",
    narration: ["merchant reference id", "from"],
    reference: "transaction utr",
    amount: "total transaction amount",
    status: "transaction status",
    kind: "payment type",
  },
  {
    name: "PhonePe Business",
    headings: ["phonepereferenceid", "bankreferenceno"],
    date: "transactiondate",
    narration: ["merchantreferenceid", "from"],
    reference: "bankreferenceno",
    amount: "amount",
    kind: "paymenttype",
  },
  {
    name: "Paytm for Business",
    headings: ["order id", "transaction date", "mid"],
    date: "transaction date",
    narration: ["order id", "customer name", "merchant comments"],
    reference: "utr no",
    amount: "amount",
    status: "status",
    kind: "transaction type",
  },
  {
    name: "BharatPe",
    headings: ["payer vpa", "rrn"],
    date: "transaction date",
    narration: ["payer name", "payer vpa", "remarks"],
    reference: "rrn",
    amount: "amount",
    status: "status",
    kind: "transaction type",
  },
  {
    name: "Razorpay",
    headings: ["id", "amount", "currency", "status", "method", "created at"],
    date: "created at",
    narration: ["id", "description", "notes", "email", "contact", "vpa"],
    reference: "rrn",
    amount: "amount",
    status: "status",
  },
];

/** "Deposit Amt." becomes "deposit amt", "Chq / Ref number" becomes "chq ref number". */
export function normalizeHeading(cell: string): string {
  return cell
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Returns the layout of the bank or payment service that uses these headings. */
export function findKnownLayout(row: readonly string[]): Layout | undefined {
  const headings = row.map(normalizeHeading);
  const found = KNOWN.filter(
    (layout) =>
      [...layout.headings, layout.date, layout.credit ?? layout.amount ?? ""].every((heading) =>
        headings.includes(heading),
      ) && layout.narration.some((heading) => headings.includes(heading)),
  );
  const [best] = found.toSorted((a, b) => b.headings.length - a.headings.length);
  return best && { name: best.name, columns: columnsOf(best, headings) };
}

function columnsOf(layout: KnownLayout, headings: readonly string[]): Columns {
  const find = (heading: string | undefined, from = 0) => {
    const at = heading === undefined ? -1 : headings.indexOf(heading, from);
    return at === -1 ? undefined : at;
  };
  const amount = find(layout.amount);
  return {
    date: find(layout.date) ?? 0,
    narration: layout.narration.flatMap((heading) => find(heading) ?? []),
    reference: find(layout.reference),
    credit: find(layout.credit),
    amount,
    // Kotak's balance has a sign of its own, in a column of the same name further right.
    sign: find(layout.sign, amount),
    status: find(layout.status),
    kind: find(layout.kind),
  };
}

/** Common headings of each column, the best first. */
const WORDS = {
  date: ["transaction date", "txn date", "tran date", "trans date", "date", "value date", "post date"],
  narration: [
    "narration",
    "description",
    "particulars",
    "transaction remarks",
    "transaction details",
    "remarks",
    "details",
    "transaction particulars",
  ],
  reference: [
    "utr",
    "utr no",
    "utr number",
    "rrn",
    "ref no",
    "reference no",
    "reference",
    "cheque no",
    "chq no",
  ],
  credit: ["credit", "credits", "deposit", "deposits", "cr", "credit amount", "cr amount", "deposit amount"],
  debit: [
    "debit",
    "debits",
    "withdrawal",
    "withdrawals",
    "dr",
    "debit amount",
    "dr amount",
    "withdrawal amount",
  ],
} as const;

/** Returns a layout for common headings, if each of them is that of one column only. */
export function findOrdinaryLayout(row: readonly string[]): Layout | undefined {
  const headings = row.map((cell) => normalizeHeading(cell).replace(/ (?:inr|rs)$/, ""));
  const find = (words: readonly string[]) => {
    const word = words.find((candidate) => headings.includes(candidate));
    if (word === undefined || headings.indexOf(word) !== headings.lastIndexOf(word)) return undefined;
    return headings.indexOf(word);
  };
  const [date, narration, credit] = [find(WORDS.date), find(WORDS.narration), find(WORDS.credit)];
  if (date === undefined || narration === undefined || credit === undefined) return undefined;
  if (find(WORDS.debit) === undefined) return undefined;
  return {
    name: "Bank statement",
    columns: { date, narration: [narration], reference: find(WORDS.reference), credit },
  };
}
