import { Check } from "lucide-react";
import type { Plan } from "../../../domain/plans.ts";
import { benefitsOf } from "../../../domain/prices.ts";

export function Benefits({ plan }: { plan: Plan }) {
  return (
    <ul className="grid gap-2 text-sm" aria-label="What the plan includes">
      {benefitsOf(plan).map((benefit) => (
        <li key={benefit} className="flex gap-2">
          <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-press" />
          {benefit}
        </li>
      ))}
    </ul>
  );
}
