import { Check } from "lucide-react";
import { type PlanName, planNames } from "../../../domain/plans.ts";
import { benefitsOf, recommendedPlan } from "../../../domain/prices.ts";
import { HomeSection } from "./home-section.tsx";
import { Prices } from "./prices.tsx";

const AUDIENCE: Readonly<Record<PlanName, string>> = {
  Basic: "You fill in the forms yourself and want to miss nothing.",
  Medium: "You also want someone to check your documents.",
  Advanced: "You want a mentor beside you until seat allotment.",
};

export function PlanSummary() {
  return (
    <HomeSection
      banded
      title="Three plans, and what they include"
      text="One plan is for one level and one exam. Pay once; move up later and you pay only the difference."
    >
      <ul className="grid gap-4 md:grid-cols-3 md:gap-6">
        {planNames("ug").map((name, index, names) => (
          <PlanSummaryCard key={name} name={name} smaller={names[index - 1]} />
        ))}
      </ul>
      <p className="mt-6 max-w-prose text-muted">
        For PG there are two plans, Basic and Advanced; document verification is already part of Basic. Fees
        once paid are not refunded: read{" "}
        <a href="/cancellation-and-refund" className="text-press underline underline-offset-4">
          our refund policy
        </a>{" "}
        first.
      </p>
      <Prices />
      <p className="mt-4">
        <a
          href="/pricing"
          className="inline-flex min-h-11 items-center font-medium text-press underline underline-offset-4"
        >
          Choose a plan (you log in first)
        </a>
      </p>
    </HomeSection>
  );
}

function PlanSummaryCard({ name, smaller }: { name: PlanName; smaller: PlanName | undefined }) {
  const known = smaller ? benefitsOf({ level: "ug", name: smaller }) : [];
  const added = benefitsOf({ level: "ug", name }).filter((benefit) => !known.includes(benefit));
  return (
    <li className="flex flex-col wrap-anywhere rounded-card border bg-card p-6">
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-2">
        <h3 className="text-xl">{name}</h3>
        {name === recommendedPlan("ug") && (
          <span className="rounded-full bg-marigold-wash px-3 py-1 text-sm font-semibold text-marigold-ink">
            Recommended for UG
          </span>
        )}
      </div>
      <p className="mt-2 text-muted">{AUDIENCE[name]}</p>
      <ul className="mt-5 grid gap-3 border-t pt-5">
        {smaller && <li className="font-medium">All of {smaller}, and</li>}
        {added.map((benefit) => (
          <li key={benefit} className="flex gap-3">
            <Check aria-hidden="true" className="mt-1 size-4 shrink-0 text-press" />
            {benefit}
          </li>
        ))}
      </ul>
    </li>
  );
}
