import { type ReactNode, useId } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

interface FormDialogProps {
  readonly title: ReactNode;
  readonly description: ReactNode;
  /** The text of the button that sends the form. */
  readonly submit: ReactNode;
  readonly danger?: boolean | undefined;
  readonly isReady?: boolean;
  /** The form is being sent. The dialog cannot be closed then. */
  readonly busy: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  /** Replaces `onClose` for the button Cancel, to throw away a draft that Escape keeps. */
  readonly onCancel?: () => void;
  readonly children: ReactNode;
}

/** A dialog with a form, which Enter in a field sends, too. */
export function FormDialog(props: FormDialogProps) {
  const { title, description, submit, danger, isReady = true, busy, onSubmit, onClose, children } = props;
  const form = useId();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      title={title}
      description={description}
      footer={
        <>
          <Button variant="secondary" disabled={busy} onClick={props.onCancel ?? onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={form}
            variant={danger ? "danger" : "primary"}
            disabled={!isReady}
            busy={busy}
          >
            {submit}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className="grid grid-cols-1 gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !busy) onSubmit();
        }}
      >
        {children}
      </form>
    </Dialog>
  );
}
