import type { ReactNode } from "react";
import { DraftNote } from "../../../layout/drafts/draft-note.tsx";
import { useKeptState } from "../../../layout/drafts/use-kept-state.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import type { OpenedOrder } from "./order.ts";
import { StepFailure, type TakenStep } from "./step-failure.tsx";

/** The properties of every dialog about an order. */
export interface StepDialogProps {
  /** The order as it was when the dialog was opened. */
  readonly opened: OpenedOrder;
  readonly onDone: (message: string) => void;
  readonly onClose: () => void;
}

/** The draft of a form about an order, kept until it is sent or thrown away. */
export function useStepForm<Value extends object>(step: string, { order }: OpenedOrder, initial: Value) {
  const { value, change, restart, draft } = useKeptState(`${step} ${order.number}`, initial);
  return {
    value,
    set: (changes: Partial<Value>) => change({ ...value, ...changes }),
    forget: () => restart(initial),
    draft,
  };
}

interface ActionDialogProps {
  readonly title: string;
  /** The effect of the step. The dialog is the only question before something that cannot be undone. */
  readonly text: ReactNode;
  readonly submit: string;
  readonly danger?: boolean;
  readonly isReady: boolean;
  readonly step: TakenStep;
  readonly form: Pick<ReturnType<typeof useStepForm>, "draft" | "forget">;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** A form about an order. A failed request says so here, and what was typed stays. */
export function ActionDialog(props: ActionDialogProps) {
  const { title, text, submit, danger, isReady, step, form, onSubmit, onClose, children } = props;
  return (
    <FormDialog
      {...{ title, submit, danger, isReady, onSubmit, onClose }}
      description={text}
      busy={step.isPending}
      onCancel={() => {
        form.forget();
        onClose();
      }}
    >
      <DraftNote draft={form.draft} onThrowAway={form.forget} />
      {children}
      <StepFailure step={step} onRetry={onSubmit} />
    </FormDialog>
  );
}
