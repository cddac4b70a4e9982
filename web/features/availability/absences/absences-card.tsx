import { Trash2 } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { toast } from "../../../ui/toast.ts";
import { type Absence, useAbsences, useDeleteAbsence } from "./absences.ts";
import { BlockForm } from "./block-form.tsx";
import { formatRange } from "./blocked-range.ts";

export function AbsencesCard() {
  const absences = useAbsences();
  return (
    <Card className="grid gap-4">
      <div>
        <h2 className="text-xl">Days off and blocked times</h2>
        <p className="text-muted">Nobody can book a call with you then.</p>
      </div>
      {absences.error ? (
        <LoadFailed onRetry={absences.refetch} busy={absences.isFetching} />
      ) : (
        absences.data &&
        absences.data.length > 0 && (
          <ul aria-label="Blocked times" className="divide-y">
            {absences.data.map((absence) => (
              <BlockedTime key={absence.id} absence={absence} />
            ))}
          </ul>
        )
      )}
      <BlockForm />
    </Card>
  );
}

function BlockedTime({ absence }: { absence: Absence }) {
  const remove = useDeleteAbsence();
  const text = formatRange(absence);
  return (
    <li className="flex items-center justify-between gap-3 py-2">
      <p className="min-w-0 wrap-anywhere">
        <span className="tabular block font-medium">{text}</span>
        {absence.note && <span className="text-muted text-sm">{absence.note}</span>}
        {remove.isError && (
          <span role="alert" className="block text-danger text-sm">
            Not removed. Please try again.
          </span>
        )}
      </p>
      <Button
        variant="quiet"
        aria-label={`Remove ${text}`}
        busy={remove.isPending}
        onClick={() =>
          remove.mutate(absence.id, { onSuccess: () => toast.success("Students can book this time again.") })
        }
      >
        <Trash2 aria-hidden className="size-5" />
      </Button>
    </li>
  );
}
