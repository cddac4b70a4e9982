import { type FormEvent, useState } from "react";
import { dayOf } from "../../../../domain/kolkata-time.ts";
import type { ExamCode } from "../../../../domain/option-exams.ts";
import { type Option, parseOptionCodes } from "../../../../domain/options.ts";
import { ALLOTMENT_ROUNDS, allotmentRoundName } from "../../../../domain/round-names.ts";
import { DraftNote } from "../../../layout/drafts/draft-note.tsx";
import { useKeptState } from "../../../layout/drafts/use-kept-state.ts";
import { Button } from "../../../ui/button.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { toast } from "../../../ui/toast.ts";
import { type DetailsOf, numberedName } from "../details/option-details.ts";
import { ChangeFailure } from "../list/change-failure.tsx";
import { usePutAllotment } from "./allotment-requests.ts";

interface Props {
  readonly exam: ExamCode;
  readonly options: readonly Option[];
  readonly detailsOf: DetailsOf;
  readonly isPending: boolean;
  readonly onDone: () => void;
}

const NOTHING = "nothing";
const OTHER = "other";

export function AllotmentForm({ exam, options, detailsOf, isPending, onDone }: Props) {
  const thisYear = Number(dayOf(new Date()).slice(0, 4));
  const initial = { year: String(thisYear), round: "mock", seat: "", codes: "" };
  const { value: typed, change, restart, draft } = useKeptState(`allotment ${exam}`, initial);
  const [error, setError] = useState<{ field: "seat" | "codes"; text: string }>();
  const put = usePutAllotment(exam);
  const set = (part: Partial<typeof typed>) => change({ ...typed, ...part });
  const close = () => {
    draft.forget();
    onDone();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (put.isPending) return;
    if (!typed.seat) return setError({ field: "seat", text: "Please choose what was allotted." });
    const seat = seatOf();
    if (seat === null) return setError({ field: "codes", text: "Please type both codes, such as E001 CS." });
    setError(undefined);
    put.mutate(
      { year: Number(typed.year), round: typed.round, seat },
      {
        onSuccess: () => {
          toast.success("Result saved.");
          close();
        },
      },
    );
  };
  /** Undefined if nothing was allotted, null if the codes cannot be read. */
  const seatOf = () => {
    if (typed.seat === NOTHING) return undefined;
    if (typed.seat === OTHER) return parseOptionCodes(typed.codes).codes[0] ?? null;
    const chosen = options.find(({ id }) => id === typed.seat);
    return chosen ? { college: chosen.college, course: chosen.course } : null;
  };
  return (
    <form onSubmit={submit} noValidate className="grid max-w-xl gap-4 rounded-card border p-4">
      <DraftNote draft={draft} onThrowAway={() => restart(initial)} />
      <div className="grid gap-4 xs:grid-cols-2">
        <SelectField
          label="Year"
          value={typed.year}
          options={[thisYear, thisYear - 1].map((year) => ({ value: String(year), label: String(year) }))}
          onChange={({ target }) => set({ year: target.value })}
        />
        <SelectField
          label="Round"
          value={typed.round}
          options={ALLOTMENT_ROUNDS.map((value) => ({ value, label: allotmentRoundName(value) }))}
          onChange={({ target }) => set({ round: target.value })}
        />
      </div>
      <SelectField
        label="What was allotted"
        value={typed.seat}
        error={error?.field === "seat" ? error.text : undefined}
        options={[
          { value: "", label: "Choose…" },
          { value: NOTHING, label: "Nothing" },
          ...options.map((option, index) => ({
            value: option.id,
            label: numberedName(option, index, detailsOf(option)),
          })),
          { value: OTHER, label: "A seat that is not in this list" },
        ]}
        onChange={({ target }) => set({ seat: target.value })}
      />
      {typed.seat === OTHER && (
        <TextField
          label="Codes of the college and the course"
          placeholder="E001 CS"
          value={typed.codes}
          error={error?.field === "codes" ? error.text : undefined}
          onChange={({ target }) => set({ codes: target.value })}
        />
      )}
      {isPending && <p className="text-muted text-sm">Your last changes are being saved first.</p>}
      <ChangeFailure error={put.error} />
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" disabled={put.isPending} onClick={close}>
          Cancel
        </Button>
        <Button type="submit" busy={put.isPending} disabled={isPending}>
          Save result
        </Button>
      </div>
    </form>
  );
}
