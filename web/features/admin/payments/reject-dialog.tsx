import { SelectField, TextArea } from "../../../ui/field.tsx";
import { ActionDialog, type StepDialogProps, useStepForm } from "./action-dialog.tsx";
import { useOrderStep } from "./order-step.ts";
import { REASONS } from "./reasons.ts";

const OPTIONS = [
  { value: "", label: "Choose a reason", disabled: true },
  ...Object.entries(REASONS).map(([value, label]) => ({ value, label })),
];

export function RejectDialog({ opened, onDone, onClose }: StepDialogProps) {
  const { number } = opened.order;
  const form = useStepForm("reject", opened, { reason: "", words: "" });
  const { reason, words } = form.value;
  const step = useOrderStep("reject_order", opened);
  const isOther = reason === "other";
  const send = () =>
    step.mutate(
      { reason, ...(words.trim() && { words: words.trim() }) },
      {
        onSuccess: () => {
          form.forget();
          onDone(`${number} rejected.`);
        },
      },
    );
  return (
    <ActionDialog
      title={`Reject ${number}`}
      text="The student is told the reason and your words, and can send another proof."
      submit="Reject"
      danger
      isReady={reason !== "" && (!isOther || words.trim() !== "")}
      {...{ step, form, onClose }}
      onSubmit={send}
    >
      <SelectField
        label="Reason"
        value={reason}
        options={OPTIONS}
        onChange={({ target }) => form.set({ reason: target.value })}
      />
      <TextArea
        label="In your words"
        optional={!isOther}
        rows={3}
        maxLength={500}
        value={words}
        onChange={({ target }) => form.set({ words: target.value })}
      />
    </ActionDialog>
  );
}
