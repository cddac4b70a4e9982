import { findInstant, formatTime } from "../../../domain/kolkata-time.ts";
import { SelectField } from "../../ui/field.tsx";

/** Half hours of the working hours. Longer slots begin at the full hour, and shorter ones end at a half. */
const TIMES = Array.from({ length: 25 }, (_, index) => {
  const hour = 10 + Math.floor(index / 2);
  return `${hour}:${index % 2 ? "30" : "00"}`;
});

interface TimeFieldProps {
  readonly label: string;
  readonly value: string;
  readonly error?: string | undefined;
  readonly onChange: (time: string) => void;
}

export function TimeField({ label, value, error, onChange }: TimeFieldProps) {
  // Other clients may have set any minute.
  const times = TIMES.includes(value) ? TIMES : [...TIMES, value].sort();
  return (
    <SelectField
      label={label}
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
      options={times.map((time) => ({ value: time, label: textOf(time) }))}
    />
  );
}

function textOf(time: string): string {
  const instant = findInstant("2026-01-01", time);
  return instant ? formatTime(instant) : time;
}
