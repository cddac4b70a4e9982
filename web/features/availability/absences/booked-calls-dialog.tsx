import { useState } from "react";
import { formatDay, formatTimeRange } from "../../../../domain/kolkata-time.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { SelectField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import type { BookedCall, Resolutions } from "./absences.ts";

const CANCEL = "cancel";

interface BookedCallsDialogProps {
  readonly calls: readonly BookedCall[];
  readonly failure: string | undefined;
  readonly isBusy: boolean;
  readonly onClose: () => void;
  readonly onBlock: (resolutions: Resolutions) => void;
}

/** Asks about each booking in the time: another mentor takes it, or it is cancelled. */
export function BookedCallsDialog({ calls, failure, isBusy, onClose, onBlock }: BookedCallsDialogProps) {
  const [choices, setChoices] = useState<Readonly<Record<string, string>>>({});
  const [isChecked, setIsChecked] = useState(false);
  // A mentor who is no longer free cannot be chosen.
  const choiceOf = ({ id, freeMentors }: BookedCall) => {
    const chosen = choices[id] ?? freeMentors[0]?.id ?? "";
    return chosen === CANCEL || freeMentors.some((mentor) => mentor.id === chosen) ? chosen : "";
  };
  const block = () => {
    setIsChecked(true);
    const chosen = calls.map((call) => [call.id, choiceOf(call)] as const);
    if (chosen.some(([, choice]) => choice === "")) return;
    onBlock(new Map(chosen.map(([id, choice]) => [id, choice === CANCEL ? null : choice])));
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isBusy && onClose()}
      title="There are calls at this time"
      description="Choose who takes each call, or cancel it. We send the student a mail."
      footer={
        <>
          <Button variant="secondary" disabled={isBusy} onClick={onClose}>
            Back
          </Button>
          <Button busy={isBusy} onClick={block}>
            Block this time
          </Button>
        </>
      }
    >
      <ul className="grid gap-5">
        {calls.map((call) => {
          const choice = choiceOf(call);
          return (
            <li key={call.id} className="grid gap-2">
              <p className="wrap-anywhere">
                <span className="tabular block font-semibold">
                  {formatDay(call.start)}, {formatTimeRange(call.start, call.end)}
                </span>
                {call.student}, {call.phone}
              </p>
              <SelectField
                label={`Who calls ${call.student}?`}
                value={choice}
                error={isChecked && choice === "" ? "Please choose." : undefined}
                hint={call.freeMentors.length === 0 ? "No other mentor is free." : undefined}
                onChange={({ target }) => setChoices({ ...choices, [call.id]: target.value })}
                options={[
                  ...(choice === "" ? [{ value: "", label: "Choose" }] : []),
                  ...call.freeMentors.map(({ id, name }) => ({ value: id, label: name })),
                  { value: CANCEL, label: "Nobody: cancel the call" },
                ]}
              />
            </li>
          );
        })}
      </ul>
      {failure && (
        <Notice kind="danger" className="mt-4">
          {failure}
        </Notice>
      )}
    </Dialog>
  );
}
