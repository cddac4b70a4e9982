import { type ReactNode, useId } from "react";
import { Button } from "./button.tsx";
import { cn } from "./class-names.ts";
import { CloseButton, Modal, makeFocusableIfScrollable } from "./modal.tsx";
import { Notice } from "./notice.tsx";
import { ToastPlace } from "./toaster.tsx";

type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
  /** `wide` is for content to read or compare. */
  width?: "default" | "wide" | undefined;
};

type PanelProps = Omit<DialogProps, "open"> & {
  isAlert?: boolean;
  isLocked?: boolean;
  closesOnBack?: boolean | undefined;
};

export function Dialog({ open, ...props }: DialogProps) {
  return open && <Panel {...props} />;
}

/**
 * The panel is at the bottom of a phone's screen, within reach of the thumb, and centred on larger screens. Only its
 * content scrolls.
 */
function Panel(props: PanelProps) {
  const { onOpenChange, title, description, children, footer, width = "default" } = props;
  const { isAlert = false, isLocked, closesOnBack } = props;
  const id = useId();
  const close = () => onOpenChange(false);
  return (
    <Modal
      {...{ isAlert, isLocked, closesOnBack }}
      onClose={close}
      labelledBy={`${id}-title`}
      describedBy={description ? `${id}-description` : undefined}
      className={cn(
        "inset-x-0 top-auto bottom-0 max-h-[85dvh] w-full max-w-none rounded-t-card border",
        "starting:translate-y-6",
        "pb-[env(safe-area-inset-bottom)] sm:inset-0 sm:m-auto sm:h-fit sm:w-[calc(100%-2rem)] sm:rounded-card sm:pb-0",
        width === "wide" ? "sm:max-w-3xl" : "sm:max-w-md",
      )}
    >
      <div
        className={cn(
          "grid gap-1 pt-4 pb-2 sm:pt-5",
          isAlert ? "px-4 sm:px-6" : "pr-14 pl-4 sm:pr-16 sm:pl-6",
        )}
      >
        <h2 id={`${id}-title`} className="text-xl wrap-anywhere">
          {title}
        </h2>
        {description && (
          <div id={`${id}-description`} className="text-muted">
            {description}
          </div>
        )}
      </div>
      <ToastPlace level="dialog" className="px-4 has-data-toast:py-2 sm:px-6" />
      {children && (
        <div
          ref={makeFocusableIfScrollable}
          className="min-h-0 overflow-y-auto px-4 py-2 focus-visible:-outline-offset-2 sm:px-6"
        >
          {children}
        </div>
      )}
      {footer && (
        <div className="flex gap-3 p-4 *:min-w-0 *:flex-1 sm:justify-end sm:px-6 sm:pb-5 sm:*:flex-none">
          {footer}
        </div>
      )}
      {!isAlert && <CloseButton onClick={close} />}
    </Modal>
  );
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
  closesOnBack?: boolean | undefined;
  /** The request got no response. The same button sends it again. */
  lost?: boolean | undefined;
  onConfirm: () => void;
};

/** Asks for confirmation. Cancel comes first and has the focus. While busy, the dialog cannot be closed. */
export function ConfirmDialog(props: ConfirmProps) {
  const { open, onOpenChange, title, text, confirm, cancel = "Cancel" } = props;
  const { danger = false, busy = false, lost = false, closesOnBack, onConfirm } = props;
  if (!open) return null;
  const change = (isOpen: boolean) => {
    if (!busy) onOpenChange(isOpen);
  };
  const footer = (
    <>
      <Button variant="secondary" disabled={busy} onClick={() => change(false)}>
        {cancel}
      </Button>
      <Button variant={danger ? "danger" : "primary"} busy={busy} onClick={onConfirm}>
        {lost ? "Try again" : confirm}
      </Button>
    </>
  );
  return (
    <Panel
      isAlert
      isLocked={busy}
      closesOnBack={closesOnBack}
      onOpenChange={change}
      title={title}
      description={text}
      footer={footer}
    >
      {lost && <Notice kind="danger">The connection was lost. Please try again.</Notice>}
    </Panel>
  );
}
