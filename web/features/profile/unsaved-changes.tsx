import { useBeforeUnload, useBlocker } from "react-router";
import { ConfirmDialog } from "../../ui/dialog.tsx";

/** Asks before somebody leaves a form that he has changed. */
export function UnsavedChanges({ areThere }: { areThere: () => boolean }) {
  const blocker = useBlocker(areThere);
  useBeforeUnload((event) => {
    if (areThere()) event.preventDefault();
  });
  if (blocker.state !== "blocked") return null;
  return (
    <ConfirmDialog
      open
      onOpenChange={() => blocker.reset()}
      title="Leave without saving?"
      text="What you changed here is not saved yet."
      cancel="Stay"
      confirm="Leave"
      danger
      onConfirm={() => blocker.proceed()}
    />
  );
}
