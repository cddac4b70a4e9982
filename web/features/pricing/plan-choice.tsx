import { useSearchParams } from "react-router";
import { findPlan, PLAN_EXAMS, PLAN_LEVELS } from "../../../domain/plans.ts";
import { findPrice, findUpgrades, upgradePrice } from "../../../domain/prices.ts";
import type { CurrentPlan } from "../../queries/current-plan.ts";
import type { Offer } from "../../queries/offers.ts";
import type { OwnProfile } from "../../queries/own-profile.ts";
import { NewPlan } from "./new-plan.tsx";
import { PayScreen } from "./pay-screen.tsx";
import { Upgrades } from "./upgrades.tsx";
import { YourPlan } from "./your-plan.tsx";

interface PlanChoiceProps {
  readonly current: CurrentPlan | null;
  readonly offers: readonly Offer[];
  readonly profile: OwnProfile;
}

/** The URL holds the current screen, so that the phone's back button works as expected. */
export function PlanChoice({ current, offers, profile }: PlanChoiceProps) {
  const [params, setParams] = useSearchParams();
  const price = current ? findPrice(current, offers) : undefined;
  const upgrades = current && price !== undefined ? findUpgrades({ ...current, price }, offers) : [];
  const chosen = findPlan(params.get("level"), params.get("exam"), params.get("pay"));
  const offer = chosen && offers.find((candidate) => findPrice(chosen, [candidate]) !== undefined);
  const pay = (plan: Offer) =>
    setParams({
      level: plan.level,
      exam: plan.exam,
      pay: plan.name,
      ...(current && { upgrade: "yes" }),
    });

  if (!current) {
    const back = () => setParams(offer ? { level: offer.level, exam: offer.exam } : {});
    if (offer) return <PayScreen plan={offer} amount={offer.price} profile={profile} onBack={back} />;
    return (
      <NewPlan
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
  if (upgrade && price !== undefined) {
    const back = () => setParams({ upgrade: "yes" });
    const amount = upgradePrice({ price }, upgrade);
    return <PayScreen plan={upgrade} amount={amount} profile={profile} onBack={back} isUpgrade />;
  }
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
      isHighest={upgrades.length === 0}
      onUpgrade={() => setParams({ upgrade: "yes" })}
    />
  );
}
