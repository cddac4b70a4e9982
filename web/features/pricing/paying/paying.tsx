import { useEffect, useEffectEvent, useRef } from "react";
import { formatInstant } from "../../../../domain/kolkata-time.ts";
import { isSamePlan, type Plan } from "../../../../domain/plans.ts";
import { isLost } from "../../../backend/is-lost.ts";
import { refusalText } from "../../../backend/refusal-text.ts";
import { useOwnOrder } from "../../../queries/own-order.ts";
import type { OwnProfile } from "../../../queries/own-profile.ts";
import { Button } from "../../../ui/button.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { useRetryWhenOnline } from "../../../ui/use-retry-when-online.ts";
import { findOrderToPay } from "../order-to-pay.ts";
import { BankTransfer } from "./bank-transfer.tsx";
import { useMakeOrder, useReopenOrder } from "./make-order.ts";
import { OrderStatus } from "./order-status.tsx";
import { describeOrder } from "./order-texts.ts";
import { PaidForm, UTR_FIELD } from "./paid-form.tsx";
import { SendScreenshot } from "./send-screenshot.tsx";
import { UpiWays } from "./upi-ways.tsx";

interface PayingProps {
  readonly plan: Plan;
  readonly profile: OwnProfile;
  readonly onSent: () => void;
}

/**
 * The ways to pay an order and to prove it. Makes the order, unless there is one for this plan. One that has expired keeps
 * its number, under which the student may have paid already.
 */
export function Paying({ plan, profile, onSent }: PayingProps) {
  const { data } = useOwnOrder();
  const open = findOrderToPay(data);
  const order = open && isSamePlan(open.plan, plan) ? open : undefined;
  const expired = data?.state === "expired" && isSamePlan(data.plan, plan) ? data : undefined;
  const making = useMakeOrder();
  const reopening = useReopenOrder();
  const make = () => (expired ? reopening.mutate(expired) : making.mutate(plan));
  const makeIfMissing = useEffectEvent(() => {
    if (!order) make();
  });
  useEffect(() => makeIfMissing(), []);
  const wasOpen = useRef(false);
  if (order) wasOpen.current = true;

  const { error, isPending } = expired ? reopening : making;
  const lastError = useRef(error);
  if (!isPending) lastError.current = error;
  useRetryWhenOnline(!order && isLost(error), make);

  if (!order) {
    // A further attempt keeps the message, so that it is announced once.
    if (lastError.current)
      return (
        <LoadFailed
          text={isLost(lastError.current) ? NOT_REACHED : refusalText(lastError.current, NOT_MADE)}
          busy={isPending}
          onRetry={make}
        />
      );
    // The order has expired while it was on the screen. Its price may have changed, so the student decides.
    if (expired && wasOpen.current && !isPending)
      return <OrderStatus order={expired} hasFocus={false} onPay={() => undefined} />;
    return <Skeleton className="h-120" />;
  }
  return (
    <>
      <p className="tabular">
        Your order <strong className="whitespace-nowrap">{order.number}</strong> is valid until{" "}
        <span className="whitespace-nowrap">{formatInstant(order.validUntil)}</span>, Indian time.
      </p>
      {order.state === "rejected" && <Rejected {...describeOrder(order)} />}
      <UpiWays order={order} />
      <BankTransfer order={order} />
      <PaidForm order={order} onSent={onSent} />
      <SendScreenshot order={order} profile={profile} />
    </>
  );
}

const NOT_REACHED =
  "We could not reach Maarga to prepare your order. Please pay only when you see its number here.";
const NOT_MADE = "Your order could not be prepared. Please try again.";

function Rejected({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <Notice kind="warning" title={title}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {/* Most have paid and mistyped. The ways to pay are above the field, and nobody should pay twice. */}
      <Button
        variant="secondary"
        className="mt-2"
        onClick={() => document.getElementById(UTR_FIELD)?.focus()}
      >
        Enter the UTR again
      </Button>
    </Notice>
  );
}
