import { useBeforeUnload } from "react-router";
import { useLeaveQuestion } from "../../layout/leaving.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";

/** Asks for confirmation before the user leaves a changed form. */
export function UnsavedChanges({ hasChanges }: { hasChanges: () => boolean }) {
  const { isAsked, stay, leave } = useLeaveQuestion(hasChanges);
  useBeforeUnload((event) => {
    if (hasChanges()) event.preventDefault();
  });
  return (
    <ConfirmDialog
      open={isAsked}
      onOpenChange={stay}
      closesOnBack={false}
      title="Leave without saving?"
      text="Your changes are not saved yet."
      cancel="Stay"
      confirm="Leave"
      danger
      onConfirm={leave}
    />
  );
}
