import { useBeforeUnload, useBlocker } from "react-router";
import { ConfirmDialog } from "../../ui/dialog.tsx";

/** Asks for confirmation before the user leaves a changed form. */
export function UnsavedChanges({ hasChanges }: { hasChanges: () => boolean }) {
  const blocker = useBlocker(hasChanges);
  useBeforeUnload((event) => {
    if (hasChanges()) event.preventDefault();
  });
  if (blocker.state !== "blocked") return null;
  return (
    <ConfirmDialog
      open
      onOpenChange={() => blocker.reset()}
      title="Leave without saving?"
      text="Your changes are not saved yet."
      cancel="Stay"
      confirm="Leave"
      danger
      onConfirm={() => blocker.proceed()}
    />
  );
}
