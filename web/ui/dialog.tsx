import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { Button } from "./button.tsx";
import type { PanelProps } from "./dialog-panel.tsx";
import { showToast } from "./show-toast.ts";

type Panel = ComponentType<PanelProps & { asks: boolean }>;

let fetched: Panel | undefined;

async function fetchPanel(): Promise<Panel> {
  fetched ??= (await import("./dialog-panel.tsx")).DialogPanel;
  return fetched;
}

// Nothing of it is needed to draw a page, so it comes once the page stands, long before anybody has found a button.
// Where that fails it is fetched again when a dialog opens, and then a failure is said.
if (!import.meta.env.SSR) setTimeout(() => fetchPanel().catch(() => undefined));

function DialogPanel(props: PanelProps & { asks: boolean }) {
  const { open, onOpenChange } = props;
  const [Panel, setPanel] = useState(() => fetched);
  const giveUp = useEffectEvent(() => {
    showToast("error", "This could not be opened. Please check the connection and try again.", "dialog");
    onOpenChange(false);
  });
  useEffect(() => {
    if (open && !Panel)
      fetchPanel().then(
        (found) => setPanel(() => found),
        () => giveUp(),
      );
  }, [open, Panel]);
  return open && Panel ? <Panel {...props} /> : null;
}

export function Dialog(props: PanelProps) {
  return <DialogPanel {...props} asks={false} />;
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

/** Asks before something happens. The way back comes first and has the focus; while it happens it stays open. */
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
    <DialogPanel asks open={open} onOpenChange={change} title={title} description={text} footer={footer} />
  );
}
