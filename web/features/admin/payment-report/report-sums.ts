import { stateName, taxIn } from "../../../../domain/gst.ts";
import { findPlan, planLabel } from "../../../../domain/plans.ts";
import type { ReportRow } from "./report.ts";

export const GROUPINGS = ["day", "month", "plan", "way"] as const;
export type Grouping = (typeof GROUPINGS)[number];

export interface Sums {
  readonly key: string;
  readonly receipts: number;
  readonly receivedPaise: number;
  readonly refundedPaise: number;
}

export const WAYS = { upi: "UPI", bank: "Bank transfer", cash: "Cash" } as const;

function keyOf(row: ReportRow, grouping: Grouping): string {
  switch (grouping) {
    case "day":
      return row.day;
    case "month":
      return row.day.slice(0, 7);
    case "plan": {
      const plan = findPlan(row.plan_level, row.plan_exam, row.plan_name);
      return plan ? planLabel(plan) : row.plan_name;
    }
    case "way":
      return WAYS[row.method];
  }
}

/** A surplus is not part of a receipt, so its refund is not counted. */
export function sumsBy(rows: readonly ReportRow[], grouping: Grouping): Sums[] {
  const groups = new Map<string, ReportRow[]>();
  for (const row of rows) {
    if (row.entry === "surplus") continue;
    const key = keyOf(row, grouping);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups]
    .map(([key, group]) => ({ key, ...totalOf(group) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

export function totalOf(rows: readonly ReportRow[]): Omit<Sums, "key"> {
  const sum = (entry: string) =>
    rows
      .filter((row) => row.entry === entry)
      .reduce((total, { amount_paise, entries }) => total + amount_paise * entries, 0);
  return {
    receipts: rows
      .filter(({ entry }) => entry === "receipt")
      .reduce((total, { entries }) => total + entries, 0),
    receivedPaise: sum("receipt"),
    refundedPaise: sum("refund"),
  };
}

export interface StateTax {
  readonly state: string;
  readonly percent: number;
  readonly isInterState: boolean;
  readonly taxablePaise: number;
  readonly cgstPaise: number;
  readonly sgstPaise: number;
  readonly igstPaise: number;
}

/**
 * Table 7 of GSTR-1 (sales to persons without a GST number): by place of supply and rate, the sales of the period less
 * its refunds. The tax is that of each receipt, so that it is the sum of what the invoices say.
 */
export function taxByState(rows: readonly ReportRow[]): StateTax[] {
  const groups = new Map<string, StateTax>();
  for (const { entry, gstin, gst_percent, student_state, amount_paise, entries } of rows) {
    if (!gstin || entry === "surplus") continue;
    const percent = gst_percent ?? 0;
    const tax = taxIn(amount_paise, { gstin, percent, studentState: student_state });
    const state = `${tax.placeOfSupply}-${stateName(tax.placeOfSupply) ?? ""}`;
    const key = `${state}|${percent}|${tax.isInterState}`;
    const before = groups.get(key);
    const count = entry === "refund" ? -entries : entries;
    groups.set(key, {
      state,
      percent,
      isInterState: tax.isInterState,
      taxablePaise: (before?.taxablePaise ?? 0) + tax.taxablePaise * count,
      cgstPaise: (before?.cgstPaise ?? 0) + tax.cgstPaise * count,
      sgstPaise: (before?.sgstPaise ?? 0) + tax.sgstPaise * count,
      igstPaise: (before?.igstPaise ?? 0) + tax.igstPaise * count,
    });
  }
  return [...groups.values()].sort((a, b) => (a.state < b.state ? -1 : 1));
}
