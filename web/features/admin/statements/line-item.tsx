import type { ReactNode } from "react";
import { Link } from "react-router";
import { dayOf, formatDayOfYear } from "../../../../domain/kolkata-time.ts";
import { formatPaise } from "../../../../domain/money.ts";
import { findPlan, planLabel } from "../../../../domain/plans.ts";
import type { Line } from "./lines.ts";

interface LineItemProps {
  readonly line: Line;
  /** A checkbox before the line. */
  readonly choice?: ReactNode;
  readonly actions?: ReactNode;
}

/** A line with the order that it is proposed for, and why. */
export function LineItem({ line, choice, actions }: LineItemProps) {
  const { day, amount_paise, narration, explanation, settled_by } = line;
  return (
    <li className="flex gap-3 px-4 py-3">
      {choice}
      <div className="grid min-w-0 flex-1 gap-1">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="tabular text-muted text-sm">{formatDayOfYear(day)}</span>
          <span className="tabular font-semibold">{formatPaise(amount_paise)}</span>
        </p>
        <p className="wrap-anywhere text-sm">{narration || "No narration"}</p>
        {line.number && <Proposal line={line} />}
        {explanation && (
          <p className="wrap-anywhere text-sm">
            “{explanation}” <span className="text-muted">{settled_by}</span>
          </p>
        )}
        {actions && <div className="mt-1 flex flex-wrap gap-2">{actions}</div>}
      </div>
    </li>
  );
}

function Proposal({ line }: { line: Line }) {
  const { order_id, number, student_name, plan_level, plan_exam, plan_name } = line;
  const plan = findPlan(plan_level, plan_exam, plan_name);
  return (
    <div className="grid gap-1 border-line border-l-2 pl-3 text-sm">
      <p className="wrap-anywhere">
        <Link to={`/payments?order=${order_id}`} className="font-semibold text-press underline">
          {number}
        </Link>{" "}
        {student_name || "Deleted account"}, {plan && planLabel(plan)},{" "}
        <span className="tabular">{formatPaise(line.order_amount_paise ?? 0)}</span>
      </p>
      <p className="text-muted">{reasonsOf(line).join(" ")}</p>
    </div>
  );
}

const HOW = {
  utr: "The student has sent this UTR.",
  reference: "The narration has the number of the order.",
  guess: "Amount, name and day fit.",
  hand: "Chosen by hand.",
} as const;

function reasonsOf({
  how,
  amount_paise,
  order_amount_paise,
  utr,
  claimed_utr,
  day,
  made_at,
}: Line): string[] {
  return [
    HOW[how as keyof typeof HOW] ?? "",
    ...(amount_paise === order_amount_paise
      ? []
      : ["The amount differs: open the order, and take it as short or over."]),
    ...(claimed_utr && utr && claimed_utr !== utr
      ? [`The student has sent another UTR: ${claimed_utr}.`]
      : []),
    ...(made_at && day < dayOf(new Date(made_at)) ? ["It was paid before the order was made."] : []),
  ];
}
