import { TextArea } from "../../../ui/field.tsx";
import { ActionDialog, type StepDialogProps, useStepForm } from "./action-dialog.tsx";
import { useOrderStep } from "./order-step.ts";
import { Warnings } from "./warnings.tsx";

/** Asks before a payment is confirmed with which something looks wrong. A clean one is confirmed at once. */
export function ConfirmDialog({ opened, onDone, onClose }: StepDialogProps) {
  const { number } = opened.order;
  const form = useStepForm("confirm", opened, { words: "" });
  const words = form.value.words.trim();
  const step = useOrderStep("confirm_order", opened);
  const send = () =>
    step.mutate(words ? { words } : {}, {
      onSuccess: () => {
        form.forget();
        onDone(`${number} confirmed.`);
      },
    });
  return (
    <ActionDialog
      title={`Confirm ${number} all the same`}
      text="The plan starts at once, and the student gets the receipt."
      submit="Confirm"
      isReady
      {...{ step, form, onClose }}
      onSubmit={send}
    >
      <Warnings warnings={opened.warnings} />
      <TextArea
        label="Why it is right"
        optional
        rows={2}
        maxLength={500}
        value={form.value.words}
        onChange={({ target }) => form.set({ words: target.value })}
      />
    </ActionDialog>
  );
}
