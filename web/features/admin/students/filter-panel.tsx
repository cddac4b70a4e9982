import type { ComponentProps } from "react";
import { FILTER_CHOICES, readStudentFilter, type StudentFilter } from "../../../../domain/student-filter.ts";
import { Button } from "../../../ui/button.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { useTyped } from "../../../ui/use-typed.ts";
import { useMarks } from "./find-students.ts";
import type { ChangeFilter } from "./list-state.ts";

const CHOICE_FIELDS: readonly { key: keyof typeof FILTER_CHOICES; label: string; right?: string }[] = [
  { key: "level", label: "Level" },
  { key: "exam", label: "Exam" },
  { key: "name", label: "Plan name" },
  { key: "status", label: "Status" },
  { key: "payment", label: "Payment", right: "take payments" },
  { key: "booked", label: "Calls", right: "administer" },
  { key: "documents", label: "Documents", right: "administer" },
  { key: "email", label: "E-mail" },
  { key: "language", label: "Language" },
  { key: "account", label: "Account" },
];

const DAYS_FIELDS = [
  { key: "endsWithinDays", label: "Plan ends within (days)" },
  { key: "seenWithinDays", label: "Seen within (days)" },
  { key: "notSeenForDays", label: "Not seen for (days)" },
] as const;

const DAY_FIELDS = [
  { key: "joinedFrom", label: "Joined from" },
  { key: "joinedTo", label: "Joined until" },
] as const;

interface FilterPanelProps {
  readonly filter: StudentFilter;
  readonly isAllowed: (condition: { right?: string }) => boolean;
  readonly onChange: ChangeFilter;
  /** How many students match; undefined while it is not known. */
  readonly count: string | undefined;
  readonly onClose: () => void;
}

/** Every condition of a filter. They all have to hold. An empty field is no condition. */
export function FilterPanel({ filter, isAllowed, onChange, count, onClose }: FilterPanelProps) {
  const marks = useMarks();
  const set = (key: keyof StudentFilter, value: string | number) =>
    onChange(({ [key]: _, ...rest }) => (value === "" ? rest : { ...rest, [key]: value }));
  return (
    <section aria-label="Filters" className="flex flex-col gap-4 rounded-card border bg-card p-4">
      <div className="grid gap-3 xs:grid-cols-2 md:grid-cols-3 xl:grid-cols-5">
        {CHOICE_FIELDS.filter(isAllowed).map(({ key, label }) => (
          <SelectField
            key={key}
            label={label}
            value={filter[key] ?? ""}
            options={[
              { value: "", label: "Any" },
              ...Object.entries(FILTER_CHOICES[key]).map(([value, text]) => ({ value, label: text })),
            ]}
            onChange={({ target }) => set(key, target.value)}
          />
        ))}
        {isAllowed({ right: "administer" }) && (
          <SelectField
            label="Mark"
            value={filter.mark ?? ""}
            options={[
              { value: "", label: "Any" },
              ...(marks.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={({ target }) => set("mark", target.value)}
          />
        )}
        {DAYS_FIELDS.map(({ key, label }) => (
          <TypedCondition
            key={key}
            label={label}
            type="number"
            inputMode="numeric"
            min={0}
            max={400}
            value={String(filter[key] ?? "")}
            read={(typed) => String(daysOf(typed))}
            onChange={(typed) => set(key, daysOf(typed))}
          />
        ))}
        {DAY_FIELDS.map(({ key, label }) => (
          <TypedCondition
            key={key}
            label={label}
            type="date"
            value={filter[key] ?? ""}
            // While a year is typed, the field has days such as 3 May 0002.
            read={(typed) => readStudentFilter({ [key]: typed })[key] ?? ""}
            onChange={(day) => set(key, day)}
          />
        ))}
      </div>
      {/* On a phone, the list is far below the conditions. */}
      <div className="flex flex-wrap items-center gap-3 bg-card max-md:sticky max-md:bottom-0 max-md:py-3">
        <Button
          variant="secondary"
          disabled={Object.keys(filter).length === 0}
          onClick={() => onChange(() => ({}))}
        >
          Clear all
        </Button>
        <Button className="md:hidden" onClick={onClose}>
          Show {count}
        </Button>
      </div>
    </section>
  );
}

type TypedConditionProps = Omit<ComponentProps<typeof TextField>, "value" | "onChange"> & {
  readonly value: string;
  readonly read: (typed: string) => string;
  readonly onChange: (read: string) => void;
};

function TypedCondition({ value, read, onChange, ...field }: TypedConditionProps) {
  return <TextField {...field} {...useTyped(value, onChange, read)} />;
}

/** A number of days that a filter can have, or "" for none. */
function daysOf(typed: string): number | "" {
  const days = Number(typed);
  return typed !== "" && Number.isInteger(days) && days >= 0 ? Math.min(days, 400) : "";
}
