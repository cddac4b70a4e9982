import { formatPaise } from "../../../../domain/money.ts";
import { TextField } from "../../../ui/field.tsx";
import { ActionDialog, type StepDialogProps, useStepForm } from "./action-dialog.tsx";
import { findPaise } from "./amount.ts";
import { useOrderStep } from "./order-step.ts";

/** Takes less or more than the amount of the order. */
export function AmountDialog({ opened, onDone, onClose }: StepDialogProps) {
  const { number, amount_paise: amount } = opened.order;
  const form = useStepForm("amount", opened, { received: "", words: "" });
  const { received, words } = form.value;
  const paise = findPaise(received);
  const isShort = paise !== undefined && paise < amount;
  const short = useOrderStep("take_short", opened);
  const over = useOrderStep("take_over", opened);
  const step = isShort ? short : over;
  const send = () => {
    if (paise === undefined) return;
    step.mutate(
      { received_paise: paise, ...(words.trim() && { words: words.trim() }) },
      {
        onSuccess: () => {
          form.forget();
          onDone(`${number} taken as paid ${isShort ? "short" : "over"}.`);
        },
      },
    );
  };
  return (
    <ActionDialog
      title="Another amount arrived"
      text={`${number} costs ${formatPaise(amount)}.`}
      submit={paise === undefined ? "Take it" : isShort ? "Take as paid short" : "Take as paid over"}
      isReady={paise !== undefined && paise > 0 && paise !== amount}
      {...{ step, form, onClose }}
      onSubmit={send}
    >
      <TextField
        label="Amount that arrived, in rupees"
        inputMode="decimal"
        value={received}
        hint={consequence(paise, amount)}
        onChange={({ target }) => form.set({ received: target.value })}
      />
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

function consequence(paise: number | undefined, amount: number): string {
  if (!paise) return "For example 5000 or 5000.50.";
  const difference = formatPaise(Math.abs(paise - amount));
  if (paise < amount)
    return `${difference} is missing: it becomes an order of its own, and the plan starts when that is paid. A receipt is made for the amount that arrived.`;
  if (paise > amount)
    return `${difference} too much: the plan starts now, and the surplus stays here until you note its refund.`;
  return "This is the amount of the order: confirm it instead.";
}
