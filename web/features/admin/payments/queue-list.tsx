import type { Ref } from "react";
import { Link } from "react-router";
import { formatPaise } from "../../../../domain/money.ts";
import { planLabel } from "../../../../domain/plans.ts";
import type { ListedOrder } from "../../../queries/list-orders.ts";
import { cn } from "../../../ui/class-names.ts";
import { Icon } from "../../../ui/icon.tsx";
import { ageText } from "./age.ts";
import { StateBadge } from "./states.tsx";

interface QueueListProps {
  /** Undefined while loading. */
  readonly orders: readonly ListedOrder[] | undefined;
  /** The text for an empty list. */
  readonly emptyText: string;
  readonly isStale: boolean;
  /** The id of the order that is open. */
  readonly opened: string;
  readonly now: Date;
  /** Returns the address that opens an order. */
  readonly addressOf: (id: string) => string;
  readonly ref: Ref<HTMLUListElement>;
}

export function QueueList({ orders, emptyText, isStale, opened, now, addressOf, ref }: QueueListProps) {
  return (
    <ul
      ref={ref}
      tabIndex={-1}
      aria-label="Orders"
      aria-busy={isStale}
      className={cn(
        "divide-y overflow-hidden rounded-card border bg-card outline-none",
        isStale && "opacity-60",
      )}
    >
      {!orders && <li className="p-4 text-muted">Loading...</li>}
      {orders?.length === 0 && <li className="p-4 text-muted">{emptyText}</li>}
      {orders?.map((order) => (
        <li key={order.id}>
          <Link
            to={addressOf(order.id)}
            // Back leaves the desk, or on a phone the order, however many were opened in between.
            replace={opened !== ""}
            preventScrollReset
            aria-current={order.id === opened || undefined}
            className={cn(
              "grid gap-0.5 px-4 py-2.5 -outline-offset-2",
              order.id === opened ? "bg-press-wash" : "hover:bg-wash",
            )}
          >
            <Row order={order} now={now} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

const LINE = "flex flex-wrap items-center justify-between gap-x-3";

function Row({ order, now }: { order: ListedOrder; now: Date }) {
  const { number, state, since, plan, amountPaise, studentName, warnings } = order;
  return (
    <>
      <span className={LINE}>
        <span className="tabular font-semibold">{number}</span>
        <StateBadge state={state} />
      </span>
      <span className={LINE}>
        <span className="wrap-anywhere min-w-0">{studentName}</span>
        <span className="tabular font-semibold">{formatPaise(amountPaise)}</span>
      </span>
      <span className={cn(LINE, "text-muted text-sm")}>
        <span>{plan && planLabel(plan)}</span>
        <span>for {ageText(since, now)}</span>
      </span>
      {warnings > 0 && (
        <span className="flex items-center gap-1.5 text-marigold-ink text-sm">
          <Icon shape="warning" className="size-4 shrink-0" />
          {warnings === 1 ? "1 thing looks wrong" : `${warnings} things look wrong`}
        </span>
      )}
    </>
  );
}
