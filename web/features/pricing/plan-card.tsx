import type { ReactNode } from "react";
import { formatRupees } from "../../../domain/money.ts";
import { planLabel } from "../../../domain/plans.ts";
import type { Offer } from "../../queries/offers.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Benefits } from "./benefits.tsx";
import { planEnd } from "./plan-end.ts";

interface PlanCardProps {
  readonly plan: Offer;
  readonly action: string;
  readonly isRecommended?: boolean;
  /** Shown below the price, for example the price of an upgrade. */
  readonly note?: ReactNode;
  readonly onChoose: () => void;
}

export function PlanCard({ plan, action, isRecommended = false, note, onChoose }: PlanCardProps) {
  return (
    <Card highlighted={isRecommended} className="flex flex-col gap-4">
      <div className="flex min-h-7 items-center justify-between gap-2">
        <h2 className="text-xl">{plan.name}</h2>
        {isRecommended && <Badge tone="highlight">Recommended</Badge>}
      </div>
      <div>
        <p className="tabular font-heading font-semibold text-3xl">{formatRupees(plan.price)}</p>
        <p className="text-muted text-sm">{note ?? planLabel(plan)}</p>
        <p className="tabular text-muted text-sm">{planEnd(plan)}</p>
      </div>
      <Benefits plan={plan} />
      <Button variant={isRecommended ? "highlight" : "secondary"} className="w-full" onClick={onChoose}>
        {action}
      </Button>
    </Card>
  );
}
