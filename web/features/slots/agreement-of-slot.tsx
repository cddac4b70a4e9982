import { findInstant, formatDay } from "../../../domain/kolkata-time.ts";
import { toast } from "../../ui/toast.ts";
import { type NextStep, useAgreements, useTickStep } from "./agreements.ts";
import { LoadAgain } from "./load-again.tsx";

/** Shows what was agreed in a past slot, with next steps to tick. */
export function AgreementOfSlot({ slotId }: { slotId: string }) {
  const agreements = useAgreements();
  const agreement = agreements.data?.find((entry) => entry.slotId === slotId);
  if (agreements.isLoadingError)
    return <LoadAgain text="What was agreed could not be loaded." query={agreements} />;
  if (!agreement) return null;
  return (
    <div className="grid gap-1 rounded-control border p-3">
      <p className="font-semibold">What was agreed</p>
      <p className="wrap-anywhere whitespace-pre-line">{agreement.agreed}</p>
      {agreement.steps.length > 0 && (
        <ul aria-label="Next steps">
          {agreement.steps.map((step) => (
            <Step key={step.id} step={step} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Step({ step }: { step: NextStep }) {
  const tick = useTickStep();
  const due = step.dueOn && findInstant(step.dueOn, "12:00");
  // Shown at once; after a failure, the list shows the old state again.
  const isDone = tick.isPending ? tick.variables.isDone : step.isDone;
  return (
    <li>
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          className="size-5 shrink-0 accent-press"
          checked={isDone}
          onChange={(event) =>
            tick.mutate(
              { step, isDone: event.target.checked },
              { onError: () => toast.error("That did not work. Please check the connection and try again.") },
            )
          }
        />
        <span className="wrap-anywhere min-w-0">
          {step.step}
          {due && <span className="block text-muted text-sm">By {formatDay(due)}</span>}
        </span>
      </label>
    </li>
  );
}
