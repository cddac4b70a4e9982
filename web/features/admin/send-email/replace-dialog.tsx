import { ConfirmDialog } from "../../../ui/dialog.tsx";

interface ReplaceDialogProps {
  /** The name of the new text; the dialog is closed while it is undefined. */
  readonly replacement: string | undefined;
  readonly onReplace: () => void;
  readonly onClose: () => void;
}

export function ReplaceDialog({ replacement, onReplace, onClose }: ReplaceDialogProps) {
  return (
    <ConfirmDialog
      open={replacement !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title="Replace your text?"
      text={`The subject and body are replaced with those of “${replacement ?? ""}”. Your text will be lost.`}
      confirm="Replace"
      onConfirm={onReplace}
    />
  );
}
