import { useEffect, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { DeskDialog } from "./desk-dialog.tsx";
import { allowedSteps, type DeskStep } from "./desk-steps.ts";
import type { OpenedOrder } from "./order.ts";
import { useOrderStep } from "./order-step.ts";
import { Key } from "./shortcut-legend.tsx";
import { useShortcuts } from "./shortcuts.ts";
import { StepFailure } from "./step-failure.tsx";

/** A press that comes sooner was meant for the order before, as the second press of a double click. */
const ARMING_MS = 300;

interface DeskBarProps {
  readonly opened: OpenedOrder;
  readonly hasShortcuts: boolean;
  readonly onDone: (message: string, staysOpen: boolean) => void;
}

/** What the desk can do with an order now. */
export function DeskBar({ opened, hasShortcuts, onDone }: DeskBarProps) {
  const { order, allowed, warnings } = opened;
  // The order as it was when the dialog opened: a later step of somebody else is refused, and says so in the dialog.
  const [dialog, setDialog] = useState<{ step: DeskStep | "confirm"; opened: OpenedOrder }>();
  const confirm = useOrderStep("confirm_order", opened);
  const isArmed = useIsArmed(`${order.id} ${order.last_step}`);
  const canConfirm = allowed.includes("confirm");
  const steps = allowedSteps(allowed);
  const open = (step: DeskStep | "confirm") => setDialog({ step, opened });
  const close = () => setDialog(undefined);
  const finish = (message: string) => {
    close();
    // What was put in is to be confirmed next.
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

/** For those who see the button. Others hear the key from aria-keyshortcuts. */
function KeyHint({ children }: { children: string }) {
  return (
    <span aria-hidden className="max-md:hidden">
      <Key>{children}</Key>
    </span>
  );
}

/** Returns whether this order has been on the screen for long enough to be meant. */
function useIsArmed(shown: string): boolean {
  const [armed, setArmed] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(setArmed, ARMING_MS, shown);
    return () => clearTimeout(timer);
  }, [shown]);
  return armed === shown;
}
