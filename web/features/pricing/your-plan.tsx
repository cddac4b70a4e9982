import type { ReactNode } from "react";
import { formatRupees } from "../../../domain/money.ts";
import type { CurrentPlan } from "../../queries/current-plan.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { Benefits } from "./benefits.tsx";
import { planEnd } from "./plan-end.ts";

interface YourPlanProps {
  readonly plan: CurrentPlan;
  /** Undefined if the plan is no longer offered. */
  readonly price: number | undefined;
  readonly isHighest?: boolean;
  /** Undefined while the server cannot be reached. */
  readonly onUpgrade?: () => void;
  readonly notice?: ReactNode;
}

export function YourPlan({ plan, price, isHighest, onUpgrade, notice }: YourPlanProps) {
  return (
    <>
      <PageTitle title="Plans & Pricing" />
      {notice}
      <Card className="grid max-w-2xl gap-5">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2 className="text-xl">Your Plan</h2>
          <Badge tone="good">Active</Badge>
        </div>
        <dl className="grid columns-from-[6rem] gap-4 sm:grid-cols-4">
          <Detail name="Plan" value={plan.name} />
          <Detail name="Level" value={plan.level.toUpperCase()} />
          <Detail name="Exam" value={plan.exam.toUpperCase()} />
          {price !== undefined && <Detail name="Price" value={formatRupees(price)} />}
        </dl>
        <p className="tabular">{planEnd(plan)}</p>
        <Benefits plan={plan} />
        {onUpgrade && (
          <Button className="w-full sm:w-fit" disabled={isHighest} onClick={onUpgrade}>
            {isHighest ? "Already on Highest Plan" : "Upgrade Plan"}
          </Button>
        )}
      </Card>
    </>
  );
}

function Detail({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-muted text-sm">{name}</dt>
      <dd className="tabular font-semibold text-lg">{value}</dd>
    </div>
  );
}
