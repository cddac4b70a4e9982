import { countText } from "../../../../domain/count-text.ts";
import { isLost } from "../../../backend/is-lost.ts";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { toast } from "../../../ui/toast.ts";
import { type Mentor, useRevokeMentor } from "./mentors.ts";

interface RevokeDialogProps {
  readonly mentor: Mentor;
  readonly onClose: () => void;
}

export function RevokeDialog({ mentor, onClose }: RevokeDialogProps) {
  const revoke = useRevokeMentor();
  const confirm = () =>
    revoke.mutate(mentor.id, {
      onSuccess: (result) => {
        toast.success(describeResult(mentor.name, result), { stays: result.remaining > 0 });
        onClose();
      },
      onError: () => toast.error("The rights were not revoked."),
    });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Revoke mentor rights from ${mentor.name}?`}
      text={describeCalls(mentor.upcoming)}
      confirm="Revoke"
      danger
      busy={revoke.isPending}
      lost={isLost(revoke.error)}
      onConfirm={confirm}
    />
  );
}

function describeCalls(upcoming: number): string {
  if (upcoming === 0) return "They lose access to their students at once.";
  return `They lose access to their students at once. ${countText(upcoming, "call")} to come: another mentor who is free gets each, and the student is told. Calls for which nobody is free stay booked, and you decide.`;
}

function describeResult(name: string, { moved, remaining }: { moved: number; remaining: number }): string {
  const texts = [`${name} is no longer a mentor.`];
  if (moved > 0) texts.push(`Another mentor has ${countText(moved, "call")}.`);
  if (remaining > 0) texts.push(`Nobody is free for ${countText(remaining, "call")}.`);
  return texts.join(" ");
}
