import { examLabel, PLAN_EXAMS, PLAN_LEVELS, PLANS, planLabel } from "../../../../domain/plans.ts";
import type { StudentFilter } from "../../../../domain/student-filter.ts";
import { SelectField } from "../../../ui/field.tsx";
import type { ChangeFilter } from "./list-state.ts";

const CHOICES = PLAN_LEVELS.flatMap((level) =>
  PLAN_EXAMS.flatMap((exam) => [
    { label: examLabel({ level, exam }), plan: { level, exam } },
    ...PLANS.filter((plan) => plan.level === level && plan.exam === exam).map((plan) => ({
      label: planLabel(plan),
      plan,
    })),
  ]),
);
const keyOf = ({ level, exam, name }: Pick<StudentFilter, "level" | "exam" | "name">) =>
  [level, exam, name].filter(Boolean).join("-");

interface PlanChoiceProps {
  readonly filter: StudentFilter;
  readonly onChange: ChangeFilter;
}

/** The most wanted condition in one choice, instead of the three of the panel. */
export function PlanChoice({ filter, onChange }: PlanChoiceProps) {
  const value = keyOf(filter);
  const choice = CHOICES.find(({ plan }) => keyOf(plan) === value);
  return (
    <SelectField
      label="Plan"
      className="w-full xs:w-48"
      value={choice || value === "" ? value : "other"}
      options={[
        { value: "", label: "Any plan, or none" },
        ...(choice || value === "" ? [] : [{ value: "other", label: "Several plans" }]),
        ...CHOICES.map(({ label, plan }) => ({ value: keyOf(plan), label })),
      ]}
      onChange={({ target }) => {
        const chosen = CHOICES.find(({ plan }) => keyOf(plan) === target.value);
        if (chosen || target.value === "")
          onChange(({ level: _, exam: __, name: ___, ...rest }) => ({ ...rest, ...chosen?.plan }));
      }}
    />
  );
}
