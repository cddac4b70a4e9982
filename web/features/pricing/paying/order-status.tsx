import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { formatInstant } from "../../../../domain/kolkata-time.ts";
import { isLost } from "../../../backend/is-lost.ts";
import { refusalText } from "../../../backend/refusal-text.ts";
import { ReceiptButton } from "../../../layout/receipt-button.tsx";
import type { OwnOrder } from "../../../queries/own-order.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { cn } from "../../../ui/class-names.ts";
import { Icon } from "../../../ui/icon.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { useReopenOrder } from "./make-order.ts";
import { describeOrder, orderLine } from "./order-texts.ts";
import { PaidForm } from "./paid-form.tsx";

interface OrderStatusProps {
  readonly order: OwnOrder;
  /** The student has just sent their UTR, and the form with the focus is gone. */
  readonly hasFocus: boolean;
  /** Undefined while the server cannot be reached: then there are no actions. */
  readonly onPay?: (number: string) => void;
}

/** Shows the state of the student's order, since when, what normally happens next, and what they can do. */
export function OrderStatus({ order, hasFocus, onPay }: OrderStatusProps) {
  const { kind, title, lines } = describeOrder(order);
  const heading = useRef<HTMLHeadingElement>(null);
  const [sentAgain, setSentAgain] = useState(0);
  useEffect(() => {
    if (hasFocus || sentAgain > 0) heading.current?.focus();
  }, [hasFocus, sentAgain]);
  return (
    <Card className="mb-6 grid max-w-2xl gap-3">
      <div className="flex gap-3">
        <Icon shape={ICONS[kind].shape} className={cn("mt-1 size-5 shrink-0", ICONS[kind].colour)} />
        <div className="grid min-w-0 gap-1">
          <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
            {title}
          </h2>
          <p className="tabular text-muted text-sm">
            {orderLine(order)}. Since {formatInstant(order.changedAt)}.
          </p>
        </div>
      </div>
      {lines.map((line) => (
        <p key={line} className="wrap-anywhere whitespace-pre-line">
          {line}
        </p>
      ))}
      {onPay && (order.state === "made" || order.state === "rejected") && (
        <Button className="w-full sm:w-fit" onClick={() => onPay(order.number)}>
          {order.state === "made" ? "Pay, or say that you have paid" : "Send the UTR again, or pay"}
        </Button>
      )}
      {onPay && order.state === "expired" && <Reopen order={order} onReopened={onPay} />}
      {onPay && order.state === "proof sent" && (
        <Correction order={order} onSent={() => setSentAgain((times) => times + 1)} />
      )}
      {onPay && order.receipt && (
        <div className="flex flex-wrap items-center gap-x-4">
          <ReceiptButton number={order.receipt} />
          <Link to="/account" className="inline-flex min-h-11 items-center underline underline-offset-4">
            All your receipts
          </Link>
        </div>
      )}
      {kind === "good" && <FirstSteps />}
    </Card>
  );
}

const ICONS = {
  info: { shape: "info", colour: "text-press" },
  good: { shape: "good", colour: "text-press" },
  warning: { shape: "warning", colour: "text-marigold-ink" },
} as const;

function Reopen({ order, onReopened }: { order: OwnOrder; onReopened: (number: string) => void }) {
  const reopening = useReopenOrder();
  const reopen = () =>
    reopening.mutateAsync(order).then(
      () => onReopened(order.number),
      () => undefined, // Shown by `reopening.error`.
    );
  if (reopening.error)
    return (
      <LoadFailed
        text={isLost(reopening.error) ? NOT_REACHED : refusalText(reopening.error, NOT_OPENED)}
        busy={reopening.isPending}
        onRetry={reopen}
      />
    );
  return (
    <Button className="w-full sm:w-fit" busy={reopening.isPending} onClick={reopen}>
      Open it again
    </Button>
  );
}

const NOT_REACHED = "We could not reach Maarga. Your order is as it was.";
const NOT_OPENED = "Your order could not be opened again. Please try again.";

/** A student who sees a mistake need not wait until it is rejected. */
function Correction({ order, onSent }: { order: OwnOrder; onSent: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  if (!isOpen)
    return (
      <Button variant="quiet" className="-ml-3 w-fit" onClick={() => setIsOpen(true)}>
        Correct the UTR or add a screenshot
      </Button>
    );
  return (
    <PaidForm
      order={order}
      title="Send it again"
      onSent={() => {
        setIsOpen(false);
        onSent();
      }}
    />
  );
}

const STEPS = [
  ["/application-guide", "Read the application guide, step by step"],
  ["/documents", "Upload your documents"],
  ["/book-slot", "Book your first call with a mentor"],
] as const;

function FirstSteps() {
  return (
    <div>
      <h3 className="font-semibold">What to do first</h3>
      <ol className="mt-1 grid list-decimal gap-1 pl-5">
        {STEPS.map(([to, text]) => (
          <li key={to}>
            <Link to={to} className="text-press underline underline-offset-4">
              {text}
            </Link>
          </li>
        ))}
      </ol>
    </div>
  );
}
