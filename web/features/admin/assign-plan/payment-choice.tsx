import { useState } from "react";
import { formatPaise } from "../../../../domain/money.ts";
import { isSamePlan, type Plan, planLabel } from "../../../../domain/plans.ts";
import { type ListedOrder, useOrders } from "../../../queries/list-orders.ts";
import type { ListedStudent } from "../../../queries/list-students.ts";
import { ChoiceGroup } from "../../../ui/choice-group.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import type { PaymentForPlan } from "./payment-for-plan.ts";

const KINDS = [
  { value: "", label: "Not stated" },
  { value: "order", label: "An order" },
  { value: "gift", label: "None: a gift" },
  { value: "cash with receipt", label: "Cash with receipt" },
  { value: "correction", label: "None: a correction" },
] as const;

interface PaymentChoiceProps {
  readonly student: ListedStudent;
  readonly plan: Plan;
  readonly payment: PaymentForPlan;
  readonly onChange: (payment: PaymentForPlan) => void;
}

/** Asks for the order that paid for a plan, or why there is none. The answer is recorded and may be left out. */
export function PaymentChoice({ student, plan, payment, onChange }: PaymentChoiceProps) {
  const { kind, words } = payment;
  return (
    <>
      <SelectField
        label="Payment"
        optional
        options={KINDS}
        value={kind}
        onChange={({ target }) => onChange({ ...payment, kind: target.value as PaymentForPlan["kind"] })}
      />
      {kind === "order" && <OrderChoice {...{ student, plan, payment, onChange }} />}
      {kind !== "" && (
        <TextField
          label="Note"
          optional
          maxLength={500}
          value={words}
          onChange={({ target }) => onChange({ ...payment, words: target.value })}
        />
      )}
    </>
  );
}

const PAID = ["confirmed", "paid over"];
const MAX_SHOWN = 10;

function OrderChoice({ student, plan, payment, onChange }: PaymentChoiceProps) {
  const [search, setSearch] = useState("");
  const own = student.email ?? student.phone;
  const orders = useOrders({
    search: search.trim() || own,
    filter: "all",
    page: 1,
    pageSize: MAX_SHOWN,
    sort: "newest",
  });
  return (
    <div className="grid gap-3">
      <SearchField placeholder="Order number or UTR" search={search} onSearch={setSearch} />
      {orders.error && <LoadFailed onRetry={orders.refetch} busy={orders.isFetching} />}
      {orders.isPending && <p role="status">Loading...</p>}
      {orders.data?.length === 0 && <p role="status">No order found.</p>}
      {orders.data && orders.data.length > 0 && (
        <ChoiceGroup
          label="Order"
          value={payment.order}
          options={orders.data.map((order) => optionOf(order, student, plan))}
          onChange={(number) => onChange({ ...payment, order: number })}
        />
      )}
    </div>
  );
}

/** Orders that cannot be chosen say why. The database decides. */
function optionOf(order: ListedOrder, student: ListedStudent, plan: Plan) {
  const problem =
    order.studentId !== student.id
      ? `Of ${order.studentName}`
      : !PAID.includes(order.state)
        ? `Not paid: ${order.state}`
        : order.plan && !isSamePlan(order.plan, plan)
          ? `For ${planLabel(order.plan)}`
          : undefined;
  return {
    value: order.number,
    label: `${order.number}, ${formatPaise(order.amountPaise)}`,
    description: problem ?? (order.plan && planLabel(order.plan)),
    disabled: problem !== undefined,
  };
}
