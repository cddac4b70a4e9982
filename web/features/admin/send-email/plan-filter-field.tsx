import { SelectField } from "../../../ui/field.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { ALL_PLANS, usePlanLabels } from "./audience-query.ts";

interface PlanFilterFieldProps {
  readonly value: string;
  readonly onChange: (plan: string) => void;
}

export function PlanFilterField({ value, onChange }: PlanFilterFieldProps) {
  const plans = usePlanLabels();
  // The chosen plan decides who is mailed, so it is shown even while the list is loading.
  const labels = new Set([...(plans.data ?? []), ...(value === ALL_PLANS ? [] : [value])]);
  return (
    <div className="grid content-start gap-3">
      <SelectField
        label="Plan"
        value={value}
        options={[
          { value: ALL_PLANS, label: "All Plans" },
          ...[...labels].map((label) => ({ value: label, label })),
        ]}
        onChange={({ target }) => onChange(target.value)}
      />
      {plans.isError && (
        <LoadFailed text="Failed to fetch plans" onRetry={plans.refetch} busy={plans.isFetching} />
      )}
    </div>
  );
}
