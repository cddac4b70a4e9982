import { formatRupees } from "../../../domain/money.ts";
import { planLabel } from "../../../domain/plans.ts";
import { type PricedPlan, upgradePrice } from "../../../domain/prices.ts";
import type { Offer } from "../../queries/offers.ts";
import { Button } from "../../ui/button.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { PlanCard } from "./plan-card.tsx";

interface UpgradesProps {
  readonly current: PricedPlan;
  readonly upgrades: readonly Offer[];
  readonly onChoose: (plan: Offer) => void;
  readonly onCancel: () => void;
}

export function Upgrades({ current, upgrades, onChoose, onCancel }: UpgradesProps) {
  return (
    <>
      <PageTitle
        title="Upgrade Plan"
        text={`You have ${planLabel(current)}. You pay only the difference.`}
        action={
          <Button variant="secondary" onClick={onCancel}>
            Cancel Upgrade
          </Button>
        }
      />
      <ul className="grid items-start gap-4 lg:grid-cols-3">
        {upgrades.map((plan) => (
          <li key={plan.name}>
            <PlanCard
              plan={plan}
              action={`Upgrade to ${plan.name}`}
              note={`${formatRupees(upgradePrice(current, plan))} more than you have paid`}
              onChoose={() => onChoose(plan)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
