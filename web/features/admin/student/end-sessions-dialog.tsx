import { isLost } from "../../../backend/is-lost.ts";
import { refusalText } from "../../../backend/refusal-text.ts";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { toast } from "../../../ui/toast.ts";
import { type OpenedStudent, useStudentAction } from "./student.ts";

interface EndSessionsDialogProps {
  readonly account: OpenedStudent["account"];
  readonly onClose: () => void;
}

export function EndSessionsDialog({ account, onClose }: EndSessionsDialogProps) {
  const end = useStudentAction("end_student_sessions");
  const confirm = () =>
    end.mutate(
      { student: account.id },
      {
        onSuccess: () => {
          toast.success("All devices are logged out.");
          onClose();
        },
        onError: (error) => {
          if (!isLost(error)) toast.error(refusalText(error, "The devices were not logged out."));
        },
      },
    );
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Log out all devices"
      text={`${account.email} must log in again on each device. Their password stays as it is.`}
      confirm="Log out"
      danger
      busy={end.isPending}
      lost={isLost(end.error)}
      onConfirm={confirm}
    />
  );
}
