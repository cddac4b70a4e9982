import { dayAfter, dayOf } from "../../../../domain/kolkata-time.ts";
import { csvOf } from "../../../ui/csv.ts";
import type { Figure } from "./today.ts";

const KINDS = [
  { kind: "registrations", title: "Registrations" },
  { kind: "payments", title: "Payments" },
  { kind: "calls", title: "Calls" },
] as const;

export interface KindFigures {
  readonly kind: string;
  readonly title: string;
  readonly total: number;
  readonly amountPaise: number;
  /** The number of each day, from the first to today. */
  readonly days: readonly number[];
  readonly plans: readonly { readonly plan: string; readonly number: number }[];
}

/** The figures of each kind, with a number for every day, including those on which nothing happened. */
export function groupFigures(figures: readonly Figure[], dayCount: number, now: Date): KindFigures[] {
  const first = dayAfter(dayOf(now), 1 - dayCount);
  const days = Array.from({ length: dayCount }, (_, index) => dayAfter(first, index));
  return KINDS.map(({ kind, title }) => {
    const own = figures.filter((figure) => figure.kind === kind);
    const plans = new Map<string, number>();
    for (const { plan, number } of own) plans.set(plan, (plans.get(plan) ?? 0) + number);
    return {
      kind,
      title,
      total: sum(own.map(({ number }) => number)),
      amountPaise: sum(own.map(({ amount_paise }) => amount_paise)),
      days: days.map((day) => sum(own.filter((figure) => figure.day === day).map(({ number }) => number))),
      plans: [...plans]
        .map(([plan, number]) => ({ plan, number }))
        .sort((one, other) => other.number - one.number || one.plan.localeCompare(other.plan)),
    };
  });
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** Has a row per day, kind and plan. Amounts are in rupees, with a decimal point. */
export function figuresCsv(figures: readonly Figure[]): string {
  return csvOf([
    ["Day", "What", "Plan", "Number", "Rupees"],
    ...figures.map(({ day, kind, plan, number, amount_paise }) => [
      day,
      kind,
      plan,
      String(number),
      kind === "payments" ? String(amount_paise / 100) : "",
    ]),
  ]);
}
