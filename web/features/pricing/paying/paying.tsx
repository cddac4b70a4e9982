import { useEffect, useEffectEvent } from "react";
import { formatInstant } from "../../../../domain/kolkata-time.ts";
import { isSamePlan, type Plan } from "../../../../domain/plans.ts";
import { isLost } from "../../../backend/is-lost.ts";
import { refusalText } from "../../../backend/refusal-text.ts";
import { useOwnOrder } from "../../../queries/own-order.ts";
import type { OwnProfile } from "../../../queries/own-profile.ts";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { findOrderToPay } from "../order-to-pay.ts";
import { BankTransfer } from "./bank-transfer.tsx";
import { useMakeOrder } from "./make-order.ts";
import { describeOrder } from "./order-texts.ts";
import { PaidForm } from "./paid-form.tsx";
import { SendScreenshot } from "./send-screenshot.tsx";
import { UpiWays } from "./upi-ways.tsx";

interface PayingProps {
  readonly plan: Plan;
  readonly profile: OwnProfile;
  readonly onSent: () => void;
}

/** The ways to pay an order and to prove it. Makes the order, unless there is one for this plan. */
export function Paying({ plan, profile, onSent }: PayingProps) {
  const { data } = useOwnOrder();
  const open = findOrderToPay(data);
  const order = open && isSamePlan(open.plan, plan) ? open : undefined;
  const making = useMakeOrder();
  const makeIfMissing = useEffectEvent(() => {
    if (!order) making.mutate(plan);
  });
  useEffect(() => makeIfMissing(), []);

  if (!order) {
    if (!making.error) return <Skeleton className="h-120" />;
    return (
      <LoadFailed
        text={isLost(making.error) ? NOT_REACHED : refusalText(making.error, NOT_MADE)}
        busy={making.isPending}
        onRetry={() => making.mutate(plan)}
      />
    );
  }
  return (
    <>
      <p className="tabular">
        Your order <strong className="whitespace-nowrap">{order.number}</strong> is good until{" "}
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
    </Notice>
  );
}
