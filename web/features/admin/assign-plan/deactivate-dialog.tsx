import type { ListedStudent } from "../../../queries/list-students.ts";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { ShortId } from "../../../ui/short-id.tsx";
import { toast } from "../../../ui/toast.ts";
import { useDeactivatePlan } from "./requests.ts";

interface DeactivateDialogProps {
  readonly student: ListedStudent;
  readonly onClose: () => void;
}

export function DeactivateDialog({ student, onClose }: DeactivateDialogProps) {
  const deactivate = useDeactivatePlan();
  const confirm = () =>
    deactivate.mutate(student.id, {
      onSuccess: () => {
        toast.success("Plan deactivated!");
        onClose();
      },
      onError: () => toast.error("Failed to deactivate plan."),
    });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Deactivate Plan"
      text={
        <p className="wrap-anywhere">
          {student.first_name} {student.last_name}, {student.email ?? student.phone} (
          <ShortId id={student.id} />
          ), will have no active plan from now on. Booked slots and documents stay.
        </p>
      }
      confirm="Deactivate"
      danger
      busy={deactivate.isPending}
      onConfirm={confirm}
    />
  );
}
