import { useState } from "react";
import { useSearchParams } from "react-router";
import { findPlan, isSamePlan, PLAN_EXAMS, PLAN_LEVELS, type Plan } from "../../../domain/plans.ts";
import { findPrice, findUpgrades, upgradePrice } from "../../../domain/prices.ts";
import type { CurrentPlan } from "../../queries/current-plan.ts";
import type { Offer } from "../../queries/offers.ts";
import type { OwnOrder } from "../../queries/own-order.ts";
import type { OwnProfile } from "../../queries/own-profile.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { NewPlan } from "./new-plan.tsx";
import { findOrderToPay, hasStatus } from "./order-to-pay.ts";
import { PayScreen } from "./pay-screen.tsx";
import { OrderStatus, usePayingCode } from "./paying-parts.tsx";
import { Upgrades } from "./upgrades.tsx";
import { useWatchedOrder } from "./watched-order.ts";
import { YourPlan } from "./your-plan.tsx";

interface PlanChoiceProps {
  readonly current: CurrentPlan | null;
  readonly offers: readonly Offer[];
  readonly profile: OwnProfile;
  readonly order: OwnOrder | null;
}

/** The URL holds the current screen, so that the phone's back button works as expected. */
export function PlanChoice({ current, offers, profile, order }: PlanChoiceProps) {
  const [params, setParams] = useSearchParams();
  const [hasJustSent, setHasJustSent] = useState(false);
  usePayingCode(params.size > 0);
  useWatchedOrder(order);
  const price = current ? findPrice(current, offers) : undefined;
  const upgrades = current && price !== undefined ? findUpgrades({ ...current, price }, offers) : [];
  const chosen = findPlan(params.get("level"), params.get("exam"), params.get("pay"));
  const offer = chosen && offers.find((candidate) => findPrice(chosen, [candidate]) !== undefined);
  const toPay = findOrderToPay(order);
  const pay = (plan: Offer) =>
    setParams({
      level: plan.level,
      exam: plan.exam,
      pay: plan.name,
      ...(current && { upgrade: "yes" }),
    });
  const payScreen = (plan: Plan, rupees: number, onBack: () => void) => (
    <PayScreen
      key={`${plan.level} ${plan.exam} ${plan.name}`}
      plan={plan}
      amountPaise={toPay && isSamePlan(toPay.plan, plan) ? toPay.amountPaise : Math.round(rupees * 100)}
      expiresAt={offers.find((candidate) => isSamePlan(candidate, plan))?.expiresAt}
      isUpgrade={current !== null}
      profile={profile}
      onBack={onBack}
      onSent={() => {
        setHasJustSent(true);
        setParams({}, { replace: true });
      }}
    />
  );
  const status = order && hasStatus(order, new Date()) && (
    <OrderStatus order={order} hasFocus={hasJustSent} onPay={(number) => setParams({ order: number })} />
  );

  const isPayScreen = toPay !== undefined && params.get("order") === toPay.number;
  // While a payment is being checked or a part of it is missing, no other plan can be chosen.
  if (order?.state === "proof sent" || (toPay?.restOf && !isPayScreen)) {
    if (current) return <YourPlan plan={current} price={price} notice={status} />;
    return (
      <>
        <PageTitle title="Plans & Pricing" />
        {status}
      </>
    );
  }
  if (isPayScreen) return payScreen(toPay.plan, 0, () => setParams({}));
  if (!current) {
    const back = () => setParams(offer ? { level: offer.level, exam: offer.exam } : {});
    if (offer) return payScreen(offer, offer.price, back);
    return (
      <NewPlan
        notice={status}
        offers={offers}
        level={PLAN_LEVELS.find((level) => level === params.get("level"))}
        exam={PLAN_EXAMS.find((exam) => exam === params.get("exam"))}
        onPick={(change) =>
          setParams((previous) => new URLSearchParams({ ...Object.fromEntries(previous), ...change }), {
            replace: true,
          })
        }
        onChoose={pay}
      />
    );
  }
  const upgrade = upgrades.find((candidate) => candidate === offer);
  if (upgrade && price !== undefined)
    return payScreen(upgrade, upgradePrice({ price }, upgrade), () => setParams({ upgrade: "yes" }));
  if (params.has("upgrade") && upgrades.length > 0 && price !== undefined) {
    return (
      <Upgrades
        current={{ ...current, price }}
        upgrades={upgrades}
        onChoose={pay}
        onCancel={() => setParams({})}
      />
    );
  }
  return (
    <YourPlan
      plan={current}
      price={price}
      notice={status}
      isHighest={upgrades.length === 0}
      onUpgrade={() => setParams({ upgrade: "yes" })}
    />
  );
}
