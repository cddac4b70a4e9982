import { useState } from "react";
import { formatDay, formatTimeRange } from "../../../domain/kolkata-time.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField } from "../../ui/field.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { toast } from "../../ui/toast.ts";
import { type Booking, failureText, useFreeMentors, useMoveBooking } from "./agenda.ts";

/** Gives a booking to another mentor who is free at its time. */
export function MoveDialog({ booking, onClose }: { booking: Booking; onClose: () => void }) {
  const { id, studentName, start, end, mentorName } = booking;
  const free = useFreeMentors(booking);
  const [chosen, setChosen] = useState("");
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
      {free.data?.length === 0 && <p>No other mentor is free at this time.</p>}
      {free.data && free.data.length > 0 && (
        <SelectField
          label="Mentor"
          options={[
            { value: "", label: "Choose a mentor", disabled: true },
            ...free.data.map(({ id: value, name }) => ({ value, label: name })),
          ]}
          value={chosen}
          onChange={({ target }) => setChosen(target.value)}
        />
      )}
    </Dialog>
  );
}
