import { TextArea } from "../../../ui/field.tsx";
import { ActionDialog, type StepDialogProps, useStepForm } from "./action-dialog.tsx";
import { useOrderStep } from "./order-step.ts";

/** Steps that need only a question and a note. */
const STEPS = {
  cancel_order: {
    title: (number: string) => `Cancel ${number}`,
    text: "Nothing can be paid with it any more. The student can choose a plan again.",
    submit: "Cancel the order",
    done: "cancelled",
    needsWords: false,
  },
  undo_confirmation: {
    title: (number: string) => `Undo the confirmation of ${number}`,
    text: "The plan ends, or goes back to the one before. The receipt is cancelled and stays, marked. The payment waits here again.",
    submit: "Undo the confirmation",
    done: "waits again",
    needsWords: true,
  },
} as const;

interface WordsDialogProps extends StepDialogProps {
  readonly name: keyof typeof STEPS;
}

export function WordsDialog({ name, opened, onDone, onClose }: WordsDialogProps) {
  const { number } = opened.order;
  const { title, text, submit, done, needsWords } = STEPS[name];
  const form = useStepForm(name, opened, { words: "" });
  const words = form.value.words.trim();
  const step = useOrderStep(name, opened);
  const send = () =>
    step.mutate(
      { words },
      {
        onSuccess: () => {
          form.forget();
          onDone(`${number} ${done}.`);
        },
      },
    );
  return (
    <ActionDialog
      title={title(number)}
      {...{ text, submit, step, form, onClose }}
      danger
      isReady={!needsWords || words !== ""}
      onSubmit={send}
    >
      <TextArea
        label="Why"
        hint="The student reads this."
        optional={!needsWords}
        rows={3}
        maxLength={500}
        value={form.value.words}
        onChange={({ target }) => form.set({ words: target.value })}
      />
    </ActionDialog>
  );
}
