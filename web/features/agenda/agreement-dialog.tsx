import { useState } from "react";
import { formatDay, formatSpokenTimeRange, formatTimeRange } from "../../../domain/kolkata-time.ts";
import { DraftNote } from "../../layout/drafts/draft-note.tsx";
import { useKeptState } from "../../layout/drafts/use-kept-state.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextArea, TextField } from "../../ui/field.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { Notice } from "../../ui/notice.tsx";
import { toast } from "../../ui/toast.ts";
import { type Booking, failureText } from "./agenda.ts";
import { type Agreement, useAgreement, useWriteAgreement } from "./agreements.ts";

const MAX_STEPS = 20;
const NO_STEP = { step: "", dueOn: "" };
const NOTHING: Agreement = { agreed: "", steps: [] };

/** Opens the form for what was agreed in a call. What was typed stays when the form is closed without Cancel. */
export function WriteAgreement({ booking }: { booking: Booking }) {
  const [isOpen, setIsOpen] = useState(false);
  const spoken = formatSpokenTimeRange(booking.start, booking.end);
  const label = booking.hasAgreement ? "Change what was agreed" : "Write what was agreed";
  return (
    <>
      <Button
        size="small"
        variant="secondary"
        className="justify-self-start"
        aria-label={`${label}: ${booking.studentName}, ${spoken}`}
        onClick={() => setIsOpen(true)}
      >
        {label}
      </Button>
      {isOpen && <AgreementDialog booking={booking} onClose={() => setIsOpen(false)} />}
    </>
  );
}

interface Props {
  readonly booking: Booking;
  readonly onClose: () => void;
}

/** A form for what was agreed in a call, for the student to read, with next steps. */
function AgreementDialog({ booking, onClose }: Props) {
  const { id, studentName, start, end } = booking;
  const stored = useAgreement(id);
  const write = useWriteAgreement(id);
  const saved = stored.data ?? NOTHING;
  const { value: agreement, change, restart, draft } = useKeptState(`agreement ${id}`, saved);
  const [isChecked, setIsChecked] = useState(false);
  const isEmpty = !agreement.agreed.trim();
  const finish = () => {
    draft.forget();
    onClose();
  };
  const save = () => {
    setIsChecked(true);
    if (isEmpty) return;
    const steps = agreement.steps.filter(({ step }) => step.trim());
    write.mutate(
      { agreed: agreement.agreed, steps },
      {
        onSuccess: () => {
          toast.success("Saved. The student can read it.");
          finish();
        },
      },
    );
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !write.isPending && onClose()}
      title="What was agreed"
      description={`${studentName}, ${formatDay(start)}, ${formatTimeRange(start, end)}. The student reads this.`}
      footer={
        <>
          <Button variant="secondary" disabled={write.isPending} onClick={finish}>
            Cancel
          </Button>
          <Button disabled={!stored.data} busy={write.isPending} onClick={save}>
            Save
          </Button>
        </>
      }
    >
      {stored.error && !stored.data && <LoadFailed onRetry={stored.refetch} busy={stored.isFetching} />}
      {stored.isPending && <p role="status">Loading...</p>}
      {stored.data && (
        <div className="grid gap-4">
          <DraftNote draft={draft} onThrowAway={() => restart(saved)} />
          {write.error && <Notice kind="danger">{failureText(write.error)}</Notice>}
          <TextArea
            label="Agreed"
            maxLength={2000}
            value={agreement.agreed}
            error={isChecked && isEmpty ? "Please write what was agreed." : undefined}
            onChange={({ target }) => change({ ...agreement, agreed: target.value })}
          />
          <Steps agreement={agreement} onChange={change} />
        </div>
      )}
    </Dialog>
  );
}

interface StepsProps {
  readonly agreement: Agreement;
  readonly onChange: (changed: Agreement) => void;
}

/** The next steps, and an empty one to fill in. An emptied step is deleted. */
function Steps({ agreement, onChange }: StepsProps) {
  const { steps } = agreement;
  const hasEmpty = steps.some(({ step }) => !step.trim());
  const shown = hasEmpty || steps.length === MAX_STEPS ? steps : [...steps, NO_STEP];
  const set = (index: number, change: Partial<typeof NO_STEP>) =>
    onChange({
      ...agreement,
      steps: shown.map((step, position) => (position === index ? { ...step, ...change } : step)),
    });
  return shown.map(({ step, dueOn }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: steps are neither reordered nor removed while they are typed
    <div key={index} className="grid gap-2 xs:grid-cols-[minmax(0,1fr)_10rem]">
      <TextField
        label={`Next step ${index + 1}`}
        maxLength={200}
        value={step}
        onChange={({ target }) => set(index, { step: target.value })}
      />
      <TextField
        label={`Step ${index + 1} by`}
        type="date"
        value={dueOn}
        onChange={({ target }) => set(index, { dueOn: target.value })}
      />
    </div>
  ));
}
