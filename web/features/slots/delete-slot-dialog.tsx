import { formatSpokenTimeRange } from "../../../domain/kolkata-time.ts";
import type { OwnSlot } from "../../../domain/slots.ts";
import { isLost } from "../../backend/is-lost.ts";
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
  const change = (isOpen: boolean) => {
    deletion.reset();
    onOpenChange(isOpen);
  };
  const confirm = () =>
    deletion.mutate(slot, {
      onSuccess: () => {
        toast.success("Slot deleted!");
        onDeleted(slot);
        onOpenChange(false);
      },
      onError: (error) => {
        toast.error(bookingErrorText(error, "Failed to delete slot."));
        if (!isLost(error)) onOpenChange(false);
      },
    });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={change}
      title="Delete this slot?"
      text={`${formatSpokenTimeRange(slot.start, slot.end)}. The time becomes free for other students.`}
      confirm="Delete"
      cancel="Keep it"
      danger
      busy={deletion.isPending}
      lost={isLost(deletion.error)}
      onConfirm={confirm}
    />
  );
}
