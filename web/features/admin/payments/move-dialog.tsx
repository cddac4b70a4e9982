import { formatPaise } from "../../../../domain/money.ts";
import { findPlan, planLabel } from "../../../../domain/plans.ts";
import { useOrders } from "../../../queries/list-orders.ts";
import { ChoiceGroup } from "../../../ui/choice-group.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import { ActionDialog, type StepDialogProps, useStepForm } from "./action-dialog.tsx";
import { claimOf } from "./order.ts";
import { useOrderStep } from "./order-step.ts";
import { stateText } from "./states.tsx";

/** The states of an order that a payment can be put to. */
const TARGETS = ["made", "rejected", "expired", "cancelled"];
const MAX_SHOWN = 20;

/** Moves the claim to an order of another student, or to another order of the same student. */
export function MoveDialog({ opened, onDone, onClose }: StepDialogProps) {
  const { student } = opened;
  const { number, id, amount_paise: amount, ...order } = opened.order;
  const form = useStepForm("move", opened, { search: "", to: "" });
  const { search, to } = form.value;
  const payment = claimOf(opened);
  const step = useOrderStep("move_payment", opened);
  const found = useOrders(
    { search, filter: "all", page: 1, pageSize: MAX_SHOWN, sort: "newest" },
    search.trim() !== "",
  );
  const targets = (found.data ?? []).filter((order) => order.id !== id && TARGETS.includes(order.state));
  const chosen = targets.find((order) => order.id === to);
  const plan = findPlan(order.plan_level, order.plan_exam, order.plan_name);
  const differences = chosen
    ? [
        chosen.amountPaise !== amount &&
          `The amounts differ: ${number} costs ${formatPaise(amount)}, ${chosen.number} ${formatPaise(chosen.amountPaise)}.`,
        chosen.plan &&
          plan &&
          planLabel(chosen.plan) !== planLabel(plan) &&
          `The plans differ: ${number} is for ${planLabel(plan)}, ${chosen.number} for ${planLabel(chosen.plan)}.`,
      ].filter((text) => text !== false && text !== undefined)
    : [];
  const send = () => {
    if (!chosen || !payment) return;
    step.mutate(
      { payment_id: payment.id, to_order_id: chosen.id },
      {
        onSuccess: () => {
          form.forget();
          onDone(`The payment of ${number} is at ${chosen.number} now.`);
        },
      },
    );
  };
  return (
    <ActionDialog
      title="Put to another order"
      text={`The payment of ${number} goes to another order, and waits there. ${number} is unpaid again.`}
      submit="Put it there"
      isReady={chosen !== undefined}
      {...{ step, form, onClose }}
      onSubmit={send}
    >
      <SearchField
        placeholder="Number, name, phone or email"
        search={search}
        onSearch={(text) => form.set({ search: text, to: "" })}
      />
      {found.error && <LoadFailed onRetry={found.refetch} busy={found.isFetching} />}
      {found.data && targets.length === 0 && (
        <p role="status" className="text-muted">
          No unpaid order found.
        </p>
      )}
      {targets.length > 0 && (
        <ChoiceGroup
          label="Order"
          value={to}
          options={targets.map(({ id: value, number: label, studentName, state, plan, amountPaise }) => ({
            value,
            label: `${label}, ${studentName}`,
            description: [stateText(state), plan && planLabel(plan), formatPaise(amountPaise)]
              .filter(Boolean)
              .join(" · "),
          }))}
          onChange={(value) => form.set({ to: value })}
        />
      )}
      {chosen && (
        <div role="status" className="grid gap-2">
          <p>
            From {number}, {student?.name || "a deleted account"}, to {chosen.number}, {chosen.studentName}.
            {student?.id !== chosen.studentId && ` ${student?.name || "The student"} gets a mail.`}
          </p>
          {differences.map((text) => (
            <Notice key={text} kind="warning">
              {text}
            </Notice>
          ))}
        </div>
      )}
    </ActionDialog>
  );
}
