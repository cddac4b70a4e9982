import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { Button } from "./button.tsx";
import type { PanelProps } from "./dialog-panel.tsx";
import { showToast } from "./show-toast.ts";

type Panel = ComponentType<PanelProps & { isAlert: boolean }>;

let loaded: Panel | undefined;

async function loadPanel(): Promise<Panel> {
  loaded ??= (await import("./dialog-panel.tsx")).DialogPanel;
  return loaded;
}

// The panel is not needed for the first paint, so it is loaded right after it. If that fails, it is loaded again when
// a dialog opens, and only then is a failure shown.
if (!import.meta.env.SSR) setTimeout(() => loadPanel().catch(() => undefined));

function DialogPanel(props: PanelProps & { isAlert: boolean }) {
  const { open, onOpenChange } = props;
  const [Panel, setPanel] = useState(() => loaded);
  const reportFailure = useEffectEvent(() => {
    showToast("error", "This could not be opened. Please check the connection and try again.", "dialog");
    onOpenChange(false);
  });
  useEffect(() => {
    if (open && !Panel)
      loadPanel().then(
        (found) => setPanel(() => found),
        () => reportFailure(),
      );
  }, [open, Panel]);
  return open && Panel ? <Panel {...props} /> : null;
}

export function Dialog(props: PanelProps) {
  return <DialogPanel {...props} isAlert={false} />;
}

type ConfirmProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  text?: ReactNode;
  confirm: ReactNode;
  cancel?: ReactNode;
  danger?: boolean | undefined;
  busy?: boolean | undefined;
  onConfirm: () => void;
};

/** Asks for confirmation. Cancel comes first and has the focus. While busy, the dialog cannot be closed. */
export function ConfirmDialog(props: ConfirmProps) {
  const { open, onOpenChange, title, text, confirm, cancel = "Cancel" } = props;
  const { danger = false, busy = false, onConfirm } = props;
  const change = (isOpen: boolean) => {
    if (!busy) onOpenChange(isOpen);
  };
  const footer = (
    <>
      <Button variant="secondary" disabled={busy} onClick={() => change(false)}>
        {cancel}
      </Button>
      <Button variant={danger ? "danger" : "primary"} busy={busy} onClick={onConfirm}>
        {confirm}
      </Button>
    </>
  );
  return (
    <DialogPanel isAlert open={open} onOpenChange={change} title={title} description={text} footer={footer} />
  );
}
