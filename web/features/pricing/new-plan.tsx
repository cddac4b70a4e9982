import { type ReactNode, useState } from "react";
import { PLAN_EXAMS, PLAN_LEVELS, type PlanExam, type PlanLevel } from "../../../domain/plans.ts";
import { recommendedPlan } from "../../../domain/prices.ts";
import type { Offer } from "../../queries/offers.ts";
import { ChoiceGroup } from "../../ui/choice-group.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { PlanCard } from "./plan-card.tsx";

const LEVELS = { ug: "Undergraduate (after 2nd PUC)", pg: "Postgraduate" } as const;
const EXAMS = { cet: "The state test, held by KEA", neet: "Medical and dental" } as const;

interface Choices {
  readonly level?: PlanLevel | undefined;
  readonly exam?: PlanExam | undefined;
}

interface NewPlanProps extends Choices {
  readonly offers: readonly Offer[];
  /** The state of the student's order. */
  readonly notice: ReactNode;
  readonly onPick: (change: Record<string, string>) => void;
  readonly onChoose: (plan: Offer) => void;
}

export function NewPlan({ offers, notice, onPick, onChoose, ...initialChoices }: NewPlanProps) {
  // The choice is shown at once, before the URL changes.
  const [{ level, exam }, setChoices] = useState<Choices>(initialChoices);
  const pick = (change: { level: PlanLevel } | { exam: PlanExam }) => {
    setChoices((previous) => ({ ...previous, ...change }));
    onPick(change);
  };
  return (
    <>
      <PageTitle title="Plans & Pricing" text="One payment for the whole season, till seat allotment." />
      {notice}
      <div className="grid gap-6 md:grid-cols-2">
        <ChoiceGroup
          label="What are you applying for?"
          value={level}
          onChange={(next) => pick({ level: next })}
          options={PLAN_LEVELS.map((value) => ({
            value,
            label: value.toUpperCase(),
            description: LEVELS[value],
          }))}
        />
        <ChoiceGroup
          label="Which exam?"
          value={exam}
          onChange={(next) => pick({ exam: next })}
          options={PLAN_EXAMS.map((value) => ({
            value,
            label: value.toUpperCase(),
            description: EXAMS[value],
          }))}
        />
      </div>
      {level && exam ? (
        <Offers
          offers={offers.filter((offer) => offer.level === level && offer.exam === exam)}
          onChoose={onChoose}
        />
      ) : (
        <p className="mt-6 text-muted">Choose both to see the plans and what they cost.</p>
      )}
    </>
  );
}

function Offers({ offers, onChoose }: Pick<NewPlanProps, "offers" | "onChoose">) {
  if (offers.length === 0)
    return <EmptyState title="No plan is offered here at the moment" text="Please check again soon." />;
  return (
    <ul className="mt-6 grid items-start gap-4 lg:grid-cols-3">
      {offers.map((offer) => (
        <li key={offer.name}>
          <PlanCard
            plan={offer}
            action={`Choose ${offer.name}`}
            isRecommended={offer.name === recommendedPlan(offer.level)}
            onChoose={() => onChoose(offer)}
          />
        </li>
      ))}
    </ul>
  );
}
