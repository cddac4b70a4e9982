import { lazy, type ReactNode, Suspense, useEffect } from "react";
import { Button } from "./button.tsx";
import type { PanelProps } from "./dialog-panel.tsx";

const fetchPanel = () => import("./dialog-panel.tsx");
const FetchedPanel = lazy(() => fetchPanel().then(({ DialogPanel }) => ({ default: DialogPanel })));

/** Nothing of it is needed to draw a page, so it comes once the page stands, long before anybody has found a button. */
function DialogPanel(props: PanelProps & { asks: boolean }) {
  useEffect(() => {
    // Where the network is gone it is fetched again when the dialog opens.
    fetchPanel().catch(() => undefined);
  }, []);
  return <Suspense>{props.open && <FetchedPanel {...props} />}</Suspense>;
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
