import { ConfirmDialog } from "../../../ui/dialog.tsx";

interface ReplaceDialogProps {
  /** What would take its place; undefined while nothing is asked. */
  readonly by: string | undefined;
  readonly onReplace: () => void;
  readonly onClose: () => void;
}

export function ReplaceDialog({ by, onReplace, onClose }: ReplaceDialogProps) {
  return (
    <ConfirmDialog
      open={by !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title="Replace what is written?"
      text={`Subject and body become those of “${by ?? ""}”. What is there now is lost.`}
      confirm="Replace"
      onConfirm={onReplace}
    />
  );
}
