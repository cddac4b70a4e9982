import { useState } from "react";
import { formatDay, formatTimeRange } from "../../../domain/kolkata-time.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField } from "../../ui/field.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { toast } from "../../ui/toast.ts";
import { failureText, useFreeMentors, useMoveBooking } from "./agenda.ts";
import type { Move } from "./dragging.tsx";

/** Gives a booking to another mentor who is free at its time. A mentor to whom it was dragged is chosen already. */
export function MoveDialog({ booking, mentor: dropped, onClose }: Move & { onClose: () => void }) {
  const { id, studentName, start, end, mentorName } = booking;
  const free = useFreeMentors(booking);
  const [chosen, setChosen] = useState(dropped?.id ?? "");
  const move = useMoveBooking();
  const mentor = free.data?.find((candidate) => candidate.id === chosen);
  const save = () => {
    if (!mentor) return;
    move.mutate(
      { slot: id, mentor: mentor.id },
      {
        onSuccess: () => {
          toast.success(`Moved to ${mentor.name}.`);
          onClose();
        },
        onError: (error) => {
          toast.error(failureText(error));
          free.refetch();
        },
      },
    );
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !move.isPending && onClose()}
      title="Move to another mentor"
      description={`${studentName}, ${formatDay(start)}, ${formatTimeRange(start, end)}, with ${mentorName}. The student is told.`}
      footer={
        <>
          <Button variant="secondary" disabled={move.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={!mentor} busy={move.isPending} onClick={save}>
            Move
          </Button>
        </>
      }
    >
      {free.isPending && <p role="status">Loading...</p>}
      {free.error && <LoadFailed onRetry={free.refetch} busy={free.isFetching} />}
      {dropped && chosen === dropped.id && free.data && !mentor && (
        <p>{dropped.name} is not free at this time.</p>
      )}
      {free.data?.length === 0 && <p>No other mentor is free at this time.</p>}
      {free.data && free.data.length > 0 && (
        <SelectField
          label="Mentor"
          options={[
            { value: "", label: "Choose a mentor", disabled: true },
            ...free.data.map(({ id: value, name }) => ({ value, label: name })),
          ]}
          value={mentor?.id ?? ""}
          onChange={({ target }) => setChosen(target.value)}
        />
      )}
    </Dialog>
  );
}
