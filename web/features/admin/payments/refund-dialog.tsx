import { dayOf } from "../../../../domain/kolkata-time.ts";
import { formatPaise } from "../../../../domain/money.ts";
import { ChoiceGroup } from "../../../ui/choice-group.tsx";
import { TextField } from "../../../ui/field.tsx";
import { ActionDialog, type StepDialogProps, useStepForm } from "./action-dialog.tsx";
import { findPaise } from "./amount.ts";
import { useOrderStep } from "./order-step.ts";

/** Records a refund that was sent, in full or in part, and what becomes of the plan. */
export function RefundDialog({ opened, onDone, onClose }: StepDialogProps) {
  const { number, state, amount_paise, received_paise, refunded_paise, upgrades_from } = opened.order;
  const left = received_paise - refunded_paise;
  const surplus = state === "paid over" ? Math.max(0, left - amount_paise) : 0;
  const today = dayOf(new Date());
  const form = useStepForm("refund", opened, {
    amount: String((surplus || left) / 100),
    reference: "",
    day: today,
    planThen: "",
    words: "",
  });
  const { amount, reference, day, planThen, words } = form.value;
  const step = useOrderStep("refund_order", opened);
  const paise = findPaise(amount);
  // A surplus did not pay for the plan, and a part payment has not started one.
  const touchesPlan = state !== "paid short" && (paise ?? 0) > surplus;
  const send = () => {
    if (!paise) return;
    step.mutate(
      {
        refund_paise: paise,
        reference: reference.trim(),
        refunded_on: day,
        plan_then: touchesPlan ? planThen : "keep",
        ...(words.trim() && { words: words.trim() }),
      },
      {
        onSuccess: () => {
          form.forget();
          onDone(`Refund of ${formatPaise(paise)} noted for ${number}.`);
        },
      },
    );
  };
  return (
    <ActionDialog
      title={`Refund ${number}`}
      text={`At most ${formatPaise(left)}. Send the money first: this notes it, and tells the student.`}
      submit="Note the refund"
      danger
      isReady={
        Boolean(paise && paise <= left && reference.trim() && day) && (!touchesPlan || planThen !== "")
      }
      {...{ step, form, onClose }}
      onSubmit={send}
    >
      <TextField
        label="Amount, in rupees"
        inputMode="decimal"
        value={amount}
        // Typing replaces the amount instead of adding digits to it.
        onFocus={({ target }) => target.select()}
        error={paise && paise > left ? `At most ${formatPaise(left)}.` : undefined}
        onChange={({ target }) => form.set({ amount: target.value })}
      />
      <TextField
        label="Reference of the refund"
        maxLength={100}
        hint="The UTR of your transfer, as the student's bank shows it."
        value={reference}
        onChange={({ target }) => form.set({ reference: target.value })}
      />
      <TextField
        label="Day"
        type="date"
        max={today}
        value={day}
        onChange={({ target }) => form.set({ day: target.value })}
      />
      {touchesPlan && (
        <ChoiceGroup
          label="The student's plan"
          value={planThen}
          options={[
            { value: "end", label: "Ends now" },
            { value: "keep", label: "Stays" },
            ...(upgrades_from ? [{ value: "previous", label: `Back to ${upgrades_from}` }] : []),
          ]}
          onChange={(chosen) => form.set({ planThen: chosen })}
        />
      )}
      <TextField
        label="Note"
        optional
        maxLength={500}
        value={words}
        onChange={({ target }) => form.set({ words: target.value })}
      />
    </ActionDialog>
  );
}
