import { stateName, taxIn } from "../../../../domain/gst.ts";
import { type Plan, planLabel } from "../../../../domain/plans.ts";
import { csvOf } from "../../../ui/csv.ts";
import type { BookEntry } from "./report.ts";
import { type StateTax, WAYS } from "./report-sums.ts";

const HEADERS = [
  "Number",
  "Kind",
  "Date",
  "Student",
  "Email",
  "State",
  "Plan",
  "Order",
  "Paid by",
  "UTR or reference",
  "Receipt",
  "Received",
  "Refunded",
  "Taxable value",
  "CGST",
  "SGST",
  "IGST",
  "Place of supply",
  "Cancelled",
];

/** The part of a receipt's snapshot that the books need (docs/decisions/0079-receipts-as-pdf.md). */
interface Snapshot {
  readonly seller: { readonly gstin?: string | null; readonly gstPercent?: number | null };
  readonly student: { readonly name: string; readonly email: string; readonly state: string };
  readonly plan: Plan;
  readonly order: { readonly number: string };
  readonly payment: { readonly method: keyof typeof WAYS; readonly utr: string | null };
}

const KINDS: Readonly<Record<string, string>> = {
  receipt: "Receipt",
  refund: "Refund",
  surplus: "Surplus given back",
};

/** "10200.00", which every spreadsheet program reads as a number. */
function plain(paise: number): string {
  return `${Math.trunc(paise / 100)}.${String(Math.abs(paise % 100)).padStart(2, "0")}`;
}

/** The books for an accountant. A cancelled receipt stays in its place, with no amounts. */
export function booksCsv(entries: readonly BookEntry[]): string {
  return csvOf([HEADERS, ...entries.map(rowOf)]);
}

function rowOf({
  number,
  entry,
  day,
  amount_paise,
  snapshot,
  receipt_number,
  reference,
  cancel_reason,
}: BookEntry) {
  const { seller, student, plan, order, payment } = snapshot as unknown as Snapshot;
  const isReceipt = entry === "receipt";
  const amount = cancel_reason === null ? amount_paise : 0;
  const tax =
    seller.gstin && entry !== "surplus"
      ? taxIn(amount, { gstin: seller.gstin, percent: seller.gstPercent ?? 0, studentState: student.state })
      : undefined;
  const sum = (paise: number | undefined) => (paise === undefined ? "" : plain(paise));
  return [
    number,
    KINDS[entry] ?? entry,
    day,
    student.name,
    student.email,
    student.state,
    planLabel(plan),
    order.number,
    WAYS[payment.method],
    reference ?? payment.utr ?? "",
    receipt_number,
    isReceipt ? plain(amount) : "",
    isReceipt ? "" : plain(amount),
    sum(tax?.taxablePaise),
    sum(tax?.cgstPaise),
    sum(tax?.sgstPaise),
    sum(tax?.igstPaise),
    tax ? `${tax.placeOfSupply}-${stateName(tax.placeOfSupply) ?? ""}` : "",
    cancel_reason ?? "",
  ];
}

interface Gstr1 {
  readonly states: readonly StateTax[];
  readonly entries: readonly BookEntry[];
}

/** The figures of GSTR-1: table 7 by place of supply, and table 13 with the documents that were issued. */
export function gstr1Csv({ states, entries }: Gstr1): string {
  const documents = (kind: string, isOfKind: (entry: BookEntry) => boolean) => {
    const own = entries.filter(isOfKind);
    if (own.length === 0) return [];
    const cancelled = own.filter(({ cancel_reason }) => cancel_reason !== null).length;
    const [first, last] = [own[0]?.number ?? "", own.at(-1)?.number ?? ""];
    return [[kind, first, last, String(own.length), String(cancelled), String(own.length - cancelled)]];
  };
  return csvOf([
    ["Table 7: to persons without a GST number"],
    ["Place of supply", "Rate", "Taxable value", "IGST", "CGST", "SGST"],
    ...states.map(({ state, percent, taxablePaise, igstPaise, cgstPaise, sgstPaise }) => [
      state,
      String(percent),
      ...[taxablePaise, igstPaise, cgstPaise, sgstPaise].map(plain),
    ]),
    [],
    ["Table 13: documents issued"],
    ["Kind", "From", "To", "Total", "Cancelled", "Net"],
    ...documents("Invoices", ({ entry }) => entry === "receipt"),
    ...documents("Refunds", ({ entry }) => entry === "refund"),
  ]);
}
