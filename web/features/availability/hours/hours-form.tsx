import { Plus, Trash2 } from "lucide-react";
import { type FormEvent, useEffect, useState } from "react";
import { refusalText } from "../../../backend/refusal-text.ts";
import { DraftNote } from "../../../layout/drafts/draft-note.tsx";
import { useKeptState } from "../../../layout/drafts/use-kept-state.ts";
import { Button } from "../../../ui/button.tsx";
import { focusFirstError } from "../../../ui/focus-first-error.ts";
import { Notice } from "../../../ui/notice.tsx";
import { toast } from "../../../ui/toast.ts";
import { TimeField } from "../time-field.tsx";
import { type Hours, useSaveWeek, type Week } from "./weekly-hours.ts";

const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const NEW_HOURS: Hours = { start: "10:00", end: "13:00" };

export function HoursForm({ saved }: { saved: Week }) {
  const { value, isChanged, change, restart, draft } = useKeptState("weekly hours", { week: saved });
  const { week } = value;
  const [isChecked, setIsChecked] = useState(false);
  const isOutdated = useIsOutdated(saved, isChanged);
  const save = useSaveWeek();
  const setDay = (index: number, day: readonly Hours[]) =>
    change({ week: week.map((other, at) => (at === index ? day : other)) });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setIsChecked(true);
    if (week.flat().some(isEmpty)) return focusFirstError(event.currentTarget);
    save.mutate(week, {
      onSuccess: (stored) => {
        restart({ week: stored });
        toast.success("Hours saved.");
      },
    });
  };
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-4">
      <DraftNote draft={draft} onThrowAway={() => restart({ week: saved })} />
      {week.map((day, index) => (
        <DayHours
          key={DAYS[index]}
          name={DAYS[index] as string}
          hours={day}
          isChecked={isChecked}
          onChange={(hours) => setDay(index, hours)}
        />
      ))}
      {isOutdated && (
        <Notice
          kind="info"
          action={
            <Button variant="secondary" onClick={() => restart({ week: saved })}>
              Show the new hours
            </Button>
          }
        >
          Your hours were changed on another screen. If you save, these here replace them.
        </Notice>
      )}
      {save.error && (
        <Notice kind="danger">
          {refusalText(save.error, "Your hours were not saved. They are still here. Please try again.")}
        </Notice>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={() => change({ week: week.map(() => week[0] ?? []) })}>
          Every day like Monday
        </Button>
        <Button type="submit" busy={save.isPending}>
          Save hours
        </Button>
      </div>
    </form>
  );
}

/** Whether others have saved hours since the user began to change these. */
function useIsOutdated(saved: Week, isChanged: boolean): boolean {
  const [basis, setBasis] = useState(saved);
  useEffect(() => {
    if (!isChanged) setBasis(saved);
  }, [saved, isChanged]);
  return isChanged && basis !== saved;
}

const isEmpty = ({ start, end }: Hours) => start >= end;

interface DayHoursProps {
  readonly name: string;
  readonly hours: readonly Hours[];
  readonly isChecked: boolean;
  readonly onChange: (hours: readonly Hours[]) => void;
}

function DayHours({ name, hours, isChecked, onChange }: DayHoursProps) {
  const change = (index: number, part: Partial<Hours>) =>
    onChange(hours.map((other, at) => (at === index ? { ...other, ...part } : other)));
  return (
    <fieldset className="min-w-0 border-b pb-4">
      <legend className="float-left font-semibold">{name}</legend>
      <div className="flex justify-end">
        <Button
          size="small"
          variant="quiet"
          aria-label={`Add hours on ${name}`}
          onClick={() => onChange([...hours, NEW_HOURS])}
        >
          <Plus aria-hidden className="size-4" />
          Add hours
        </Button>
      </div>
      {hours.length === 0 && <p className="text-muted text-sm">No calls</p>}
      <ul className="grid gap-1 sm:gap-3">
        {hours.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: hours have no identity
          <li key={index} className="grid grid-cols-2 items-start gap-x-2 sm:grid-cols-[1fr_1fr_auto]">
            <TimeField label="From" value={part.start} onChange={(start) => change(index, { start })} />
            <TimeField
              label="Until"
              value={part.end}
              error={isChecked && isEmpty(part) ? "The end must be after the start." : undefined}
              onChange={(end) => change(index, { end })}
            />
            <Button
              size="small"
              variant="quiet"
              aria-label={`Remove ${part.start} to ${part.end} on ${name}`}
              className="max-sm:col-start-2 max-sm:justify-self-end sm:mt-8"
              onClick={() => onChange(hours.filter((_, at) => at !== index))}
            >
              <Trash2 aria-hidden className="size-4" />
              Remove
            </Button>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
