import { type FormEvent, useState } from "react";
import { dayOf } from "../../../../domain/kolkata-time.ts";
import { refusalText } from "../../../backend/refusal-text.ts";
import { DraftNote } from "../../../layout/drafts/draft-note.tsx";
import { useKeptState } from "../../../layout/drafts/use-kept-state.ts";
import { Button } from "../../../ui/button.tsx";
import { ChoiceGroup } from "../../../ui/choice-group.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { toast } from "../../../ui/toast.ts";
import { TimeField } from "../time-field.tsx";
import { type BookedCall, type Resolutions, useBlockTime } from "./absences.ts";
import { findRange, type Problem, type TypedRange } from "./blocked-range.ts";
import { BookedCallsDialog } from "./booked-calls-dialog.tsx";

const EMPTY: TypedRange & { readonly note: string } = {
  isWholeDay: true,
  day: "",
  lastDay: "",
  from: "10:00",
  until: "13:00",
  note: "",
};
const KINDS = [
  { value: "days", label: "Whole days" },
  { value: "hours", label: "Part of a day" },
] as const;
const FAILED = "The time was not blocked. Please try again.";

export function BlockForm() {
  const { value: typed, change: keep, restart, draft } = useKeptState("blocked time", EMPTY);
  const [problem, setProblem] = useState<Problem>();
  const [calls, setCalls] = useState<readonly BookedCall[]>([]);
  const block = useBlockTime();
  const change = (part: Partial<typeof EMPTY>) => {
    keep({ ...typed, ...part });
    setProblem(undefined);
  };
  const send = (resolutions: Resolutions) => {
    const range = findRange(typed, new Date());
    if ("field" in range) return setProblem(range);
    block.mutate(
      { ...range, note: typed.note.trim(), resolutions },
      {
        onSuccess: (openCalls) => {
          setCalls(openCalls);
          if (openCalls.length > 0) return;
          toast.success("Time blocked.");
          restart({ ...EMPTY, isWholeDay: typed.isWholeDay });
        },
      },
    );
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(new Map());
  };
  const failure = block.error ? refusalText(block.error, FAILED) : undefined;
  return (
    <>
      <form method="post" noValidate onSubmit={submit} className="grid gap-4">
        <DraftNote draft={draft} onThrowAway={() => restart(EMPTY)} />
        <ChoiceGroup
          label="When are you away?"
          options={KINDS}
          value={typed.isWholeDay ? "days" : "hours"}
          onChange={(kind) => change({ isWholeDay: kind === "days" })}
        />
        <RangeFields typed={typed} problem={problem} onChange={change} />
        <TextField
          label="Note"
          optional
          hint="Only you and admins see it."
          maxLength={200}
          value={typed.note}
          onChange={({ target }) => change({ note: target.value })}
        />
        {failure && calls.length === 0 && <Notice kind="danger">{failure}</Notice>}
        <Button type="submit" busy={block.isPending} className="sm:justify-self-end">
          Block this time
        </Button>
      </form>
      {calls.length > 0 && (
        <BookedCallsDialog
          calls={calls}
          failure={failure}
          isBusy={block.isPending}
          onClose={() => {
            setCalls([]);
            block.reset();
          }}
          onBlock={send}
        />
      )}
    </>
  );
}

interface RangeFieldsProps {
  readonly typed: TypedRange;
  readonly problem: Problem | undefined;
  readonly onChange: (part: Partial<TypedRange>) => void;
}

function RangeFields({ typed, problem, onChange }: RangeFieldsProps) {
  const errorOf = (field: Problem["field"]) => (problem?.field === field ? problem.text : undefined);
  const today = dayOf(new Date());
  return (
    <div className="grid columns-from-[9rem] items-start gap-4">
      <TextField
        label={typed.isWholeDay ? "First day" : "Day"}
        type="date"
        min={today}
        value={typed.day}
        error={errorOf("day")}
        onChange={({ target }) => onChange({ day: target.value })}
      />
      {typed.isWholeDay ? (
        <TextField
          label="Last day"
          optional
          type="date"
          min={typed.day || today}
          value={typed.lastDay}
          error={errorOf("lastDay")}
          onChange={({ target }) => onChange({ lastDay: target.value })}
        />
      ) : (
        <>
          <TimeField label="From" value={typed.from} onChange={(from) => onChange({ from })} />
          <TimeField
            label="Until"
            value={typed.until}
            error={errorOf("until")}
            onChange={(until) => onChange({ until })}
          />
        </>
      )}
    </div>
  );
}
