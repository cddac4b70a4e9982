import { Link } from "react-router";
import { formatInstant } from "../../../../domain/kolkata-time.ts";
import { formatPaise } from "../../../../domain/money.ts";
import { findPlan, planLabel } from "../../../../domain/plans.ts";
import { ReceiptButton } from "../../../layout/receipt-button.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { buttonClasses } from "../../../ui/button.tsx";
import { Nothing, Section } from "./section.tsx";
import type { OpenedStudent } from "./student.ts";

interface OrdersSectionProps {
  readonly opened: Pick<OpenedStudent, "orders" | "receipts">;
}

/** Each order leads to the desk, where its payment is confirmed. */
export function OrdersSection({ opened: { orders, receipts } }: OrdersSectionProps) {
  return (
    <Section title="Orders and receipts">
      {orders.length === 0 && <Nothing>No orders.</Nothing>}
      <ul className="divide-y empty:hidden">
        {orders.map(({ id, number, state, amount_paise, made_at, ...row }) => {
          const plan = findPlan(row.plan_level, row.plan_exam, row.plan_name);
          return (
            <li key={id} className="grid gap-0.5 py-2">
              <p className="flex flex-wrap items-center gap-x-3">
                <Link
                  to={`/payments?state=all&order=${id}`}
                  className="tabular inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
                >
                  {number}
                </Link>
                <Badge tone={state === "confirmed" ? "good" : "neutral"}>{state}</Badge>
                {state === "proof sent" && (
                  <Link to={`/payments?order=${id}`} className={buttonClasses({ size: "small" })}>
                    Confirm the payment
                  </Link>
                )}
              </p>
              <p className="text-sm">
                {plan && planLabel(plan)}, {formatPaise(amount_paise)}{" "}
                <span className="text-muted">{formatInstant(new Date(made_at))}</span>
              </p>
            </li>
          );
        })}
      </ul>
      <ul className="flex flex-wrap gap-2 empty:hidden">
        {receipts.map(({ id, number, cancelled_at }) => (
          <li key={id}>
            <ReceiptButton number={number} />
            {cancelled_at && <span className="text-muted text-sm">cancelled</span>}
          </li>
        ))}
      </ul>
    </Section>
  );
}
