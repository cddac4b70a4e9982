import { Link } from "react-router";
import { formatInstant } from "../../../../domain/kolkata-time.ts";
import { formatPaise } from "../../../../domain/money.ts";
import { findPlan, planLabel } from "../../../../domain/plans.ts";
import type { EarlierOrder } from "./order.ts";
import { StateBadge } from "./states.tsx";

interface EarlierOrdersProps {
  readonly orders: readonly EarlierOrder[];
  readonly addressOf: (id: string) => string;
}

/** The student's other orders, the newest first. */
export function EarlierOrders({ orders, addressOf }: EarlierOrdersProps) {
  if (orders.length === 0) return <p className="text-muted">None.</p>;
  return (
    <ul className="divide-y">
      {orders.map(({ order_id, number, state, amount_paise, utr, made_at, ...row }) => {
        const plan = findPlan(row.plan_level, row.plan_exam, row.plan_name);
        return (
          <li key={order_id} className="grid gap-0.5 py-2">
            <p className="flex flex-wrap items-center gap-x-3">
              <Link
                to={addressOf(order_id)}
                preventScrollReset
                className="tabular inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
              >
                {number}
              </Link>
              <StateBadge state={state} />
            </p>
            <p className="wrap-anywhere text-sm">
              {plan && planLabel(plan)}, {formatPaise(amount_paise)}
              {utr && `, UTR ${utr}`}
            </p>
            <p className="text-muted text-sm">{formatInstant(new Date(made_at))}</p>
          </li>
        );
      })}
    </ul>
  );
}
