import { type ComponentProps, useEffect, useState } from "react";

type Dialogs = typeof import("../../ui/dialog.tsx");

/** Dialogs are fetched behind the page, which is there sooner without them; on each opening, where that failed. */
function useDialogs(open: boolean): Dialogs | undefined {
  const [dialogs, setDialogs] = useState<Dialogs>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening asks again
  useEffect(() => {
    if (!dialogs) import("../../ui/dialog.tsx").then(setDialogs, () => undefined);
  }, [dialogs, open]);
  return dialogs;
}

export function DialogLater(props: ComponentProps<Dialogs["Dialog"]>) {
  const dialogs = useDialogs(props.open);
  return dialogs && <dialogs.Dialog {...props} />;
}

export function ConfirmDialogLater(props: ComponentProps<Dialogs["ConfirmDialog"]>) {
  const dialogs = useDialogs(props.open);
  return dialogs && <dialogs.ConfirmDialog {...props} />;
}
