import { useEffect, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { closeToast } from "../../../ui/toast.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { DeskDialog } from "./desk-dialog.tsx";
import { allowedSteps, type DeskStep } from "./desk-steps.ts";
import type { OpenedOrder } from "./order.ts";
import { useOrderStep } from "./order-step.ts";
import { Key } from "./shortcut-legend.tsx";
import { useShortcuts } from "./shortcuts.ts";
import { StepFailure } from "./step-failure.tsx";
import { STEP_TOAST } from "./step-toast.ts";

/** An earlier press was meant for the previous order, for example the second press of a double click. */
const ARMING_MS = 300;

interface DeskBarProps {
  readonly opened: OpenedOrder;
  readonly hasShortcuts: boolean;
  readonly onDone: (message: string, staysOpen: boolean) => void;
}

/** The steps that an admin can take with an order now. */
export function DeskBar({ opened, hasShortcuts, onDone }: DeskBarProps) {
  const { order, allowed, warnings } = opened;
  // The order as it was when the dialog opened: if somebody else takes a step meanwhile, the dialog says so.
  const [dialog, setDialog] = useState<{ step: DeskStep | "confirm"; opened: OpenedOrder }>();
  const confirm = useOrderStep("confirm_order", opened);
  const isArmed = useIsArmed(`${order.id} ${order.last_step}`);
  const canConfirm = allowed.includes("confirm");
  const steps = allowedSteps(allowed);
  const open = (step: DeskStep | "confirm") => {
    // Otherwise it would move into the dialog, where it seems to be about this order.
    closeToast(STEP_TOAST);
    setDialog({ step, opened });
  };
  const close = () => setDialog(undefined);
  const finish = (message: string) => {
    close();
    // A payment that was put to the order is confirmed next.
    onDone(message, dialog?.step === "put");
  };
  const sendConfirm = () => confirm.mutate({}, { onSuccess: () => finish(`${order.number} confirmed.`) });
  const pressConfirm = () => {
    if (!canConfirm || !isArmed || confirm.isPending) return;
    if (warnings.length === 0) sendConfirm();
    else open("confirm");
  };
  useShortcuts(
    {
      enter: canConfirm ? pressConfirm : undefined,
      ...Object.fromEntries(steps.map(({ step, key }) => [key, () => open(step)])),
    },
    hasShortcuts,
  );
  const props = { onDone: finish, onClose: close };
  const main = steps.filter(({ step }) => step === "reject");
  const others = steps.filter(({ step }) => step !== "reject");
  const button = ({ step, text, key }: (typeof steps)[number]) => (
    <Button
      key={step}
      variant="secondary"
      aria-keyshortcuts={hasShortcuts ? key : undefined}
      onClick={() => open(step)}
    >
      {text}
      {hasShortcuts && <KeyHint>{key}</KeyHint>}
    </Button>
  );
  return (
    <>
      <StepFailure step={confirm} onRetry={sendConfirm} />
      {(canConfirm || main.length > 0) && (
        <div className="sticky bottom-0 z-1 border-t bg-paper py-3">
          <div className="flex gap-2 *:flex-1 sm:*:flex-none">
            {canConfirm && (
              <Button
                disabled={!isArmed}
                busy={confirm.isPending}
                aria-keyshortcuts={hasShortcuts ? "Enter" : undefined}
                onClick={pressConfirm}
              >
                Confirm
                {hasShortcuts && <KeyHint>Enter</KeyHint>}
              </Button>
            )}
            {main.map(button)}
          </div>
        </div>
      )}
      <div className="flex flex-wrap gap-2 empty:hidden">{others.map(button)}</div>
      {dialog?.step === "confirm" && <ConfirmDialog opened={dialog.opened} {...props} />}
      {dialog && dialog.step !== "confirm" && (
        <DeskDialog step={dialog.step} opened={dialog.opened} {...props} />
      )}
    </>
  );
}

/** Shown on the button; screen readers read the key from aria-keyshortcuts. */
function KeyHint({ children }: { children: string }) {
  return (
    <span aria-hidden className="max-md:hidden">
      <Key>{children}</Key>
    </span>
  );
}

/** Returns whether this order has been on the screen for so long that a press is meant for it. */
function useIsArmed(shown: string): boolean {
  const [armed, setArmed] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(setArmed, ARMING_MS, shown);
    return () => clearTimeout(timer);
  }, [shown]);
  return armed === shown;
}
