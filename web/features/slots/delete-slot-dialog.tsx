import { formatSpokenTimeRange } from "../../../domain/kolkata-time.ts";
import type { OwnSlot } from "../../../domain/slots.ts";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { toast } from "../../ui/toast.ts";
import { bookingErrorText } from "./booking-error.ts";
import { useDeleteSlot } from "./delete-slot.ts";

export function DeleteSlotDialog({
  slot,
  open,
  onOpenChange,
  onDeleted,
}: {
  slot: OwnSlot;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onDeleted: (slot: OwnSlot) => void;
}) {
  const deletion = useDeleteSlot();
  const confirm = () =>
    deletion.mutate(slot, {
      onSuccess: () => {
        toast.success("Slot deleted!");
        onDeleted(slot);
      },
      onError: (error) => toast.error(bookingErrorText(error, "Failed to delete slot.")),
      onSettled: () => onOpenChange(false),
    });
  return (
    <ConfirmDialog
      {...{ open, onOpenChange }}
      title="Delete this slot?"
      text={`${formatSpokenTimeRange(slot.start, slot.end)}. The time becomes free for other students.`}
      confirm="Delete"
      cancel="Keep it"
      danger
      busy={deletion.isPending}
      onConfirm={confirm}
    />
  );
}
