import { Link } from "react-router";
import { formatPaise } from "../../../../domain/money.ts";
import { useOrders } from "../../../queries/list-orders.ts";
import type { ListedStudent } from "../../../queries/list-students.ts";
import { buttonClasses } from "../../../ui/button.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { Notice } from "../../../ui/notice.tsx";

const OPEN = ["made", "rejected", "proof sent"];

/** A plan that is assigned by hand leaves the student's open order as it is. */
export function OpenOrder({ student }: { student: ListedStudent }) {
  const search = student.email ?? student.phone;
  const orders = useOrders({ search, filter: "all", page: 1, pageSize: 10, sort: "newest" });
  if (orders.error)
    return (
      <LoadFailed
        text="The orders of the student could not be checked."
        onRetry={orders.refetch}
        busy={orders.isFetching}
      />
    );
  const open = orders.data?.find(({ studentId, state }) => studentId === student.id && OPEN.includes(state));
  if (!open) return null;
  return (
    <Notice
      kind="warning"
      title={`${open.number} of ${formatPaise(open.amountPaise)} is open`}
      action={
        <Link
          to={`/payments?search=${encodeURIComponent(search)}`}
          className={buttonClasses({ variant: "secondary", size: "small" })}
        >
          Show it under Payments
        </Link>
      }
    >
      {open.state === "proof sent"
        ? "Its payment waits: confirming it starts the plan."
        : "The student is still asked to pay it. If they are not to, cancel it."}
    </Notice>
  );
}
