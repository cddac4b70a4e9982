import { lazy, Suspense, useEffect } from "react";
import { useBeforeUnload, useBlocker } from "react-router";

// Heavy for a question that few are ever asked; it comes after the form.
const loadDialog = () => import("../../ui/dialog.tsx");
const ConfirmDialog = lazy(async () => ({ default: (await loadDialog()).ConfirmDialog }));

/** Asks before somebody leaves a form that he has changed. */
export function UnsavedChanges({ areThere }: { areThere: () => boolean }) {
  const blocker = useBlocker(areThere);
  useBeforeUnload((event) => {
    if (areThere()) event.preventDefault();
  });
  useEffect(() => {
    loadDialog().catch(() => {});
  }, []);
  if (blocker.state !== "blocked") return null;
  return (
    <Suspense>
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
    </Suspense>
  );
}
