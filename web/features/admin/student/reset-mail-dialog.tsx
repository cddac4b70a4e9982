import { useMutation, useQueryClient } from "@tanstack/react-query";
import { callFunction } from "../../../backend/call-function.ts";
import { isLost } from "../../../backend/is-lost.ts";
import { studentKey } from "../../../queries/list-students.ts";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { toast } from "../../../ui/toast.ts";
import type { OpenedStudent } from "./student.ts";

interface ResetMailDialogProps {
  readonly account: OpenedStudent["account"];
  readonly onClose: () => void;
}

/** Sends the mail that the student could request themselves, with a link to choose a new password. */
export function ResetMailDialog({ account, onClose }: ResetMailDialogProps) {
  const client = useQueryClient();
  const send = useMutation({
    mutationFn: () => callFunction("send-account-mail", { id: account.id, kind: "reset" }),
    onSettled: () => client.invalidateQueries({ queryKey: studentKey }),
  });
  const confirm = () =>
    send.mutate(undefined, {
      onSuccess: () => {
        toast.success("The mail is on its way.");
        onClose();
      },
      onError: (error) => {
        if (!isLost(error)) toast.error(error.message);
      },
    });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Send a reset mail"
      text={`${account.email} gets a link to choose a new password. The present one works until then.`}
      confirm="Send"
      busy={send.isPending}
      lost={isLost(send.error)}
      onConfirm={confirm}
    />
  );
}
