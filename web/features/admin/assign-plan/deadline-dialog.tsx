import { useState } from "react";
import { findDateTime, formatDateTime } from "../../../../domain/kolkata-time.ts";
import { isLost } from "../../../backend/is-lost.ts";
import { DraftNote } from "../../../layout/drafts/draft-note.tsx";
import { useKeptState } from "../../../layout/drafts/use-kept-state.ts";
import type { ListedStudent } from "../../../queries/list-students.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { TextField } from "../../../ui/field.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { NotSent } from "../../../ui/not-sent.tsx";
import { ShortId } from "../../../ui/short-id.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { toast } from "../../../ui/toast.ts";
import { useDeadline, useSetDeadline } from "./deadline.ts";

interface DeadlineDialogProps {
  readonly student: ListedStudent;
  readonly onClose: () => void;
}

/** The code of a refusal by a rule in the database, whose message is written for the admin. */
const REFUSED_BY_RULE = "P0001";

export function DeadlineDialog({ student, onClose }: DeadlineDialogProps) {
  const known = useDeadline(student.id);
  const [problem, setProblem] = useState<string>();
  const change = useSetDeadline();
  const saved = { deadline: known.data ? formatDateTime(known.data).replace(" ", "T") : "" };
  const { value, change: keep, restart, draft } = useKeptState(`deadline ${student.id}`, saved);
  const set = (deadline: Date | null) =>
    change.mutate(
      { student: student.id, deadline },
      {
        onSuccess: () => {
          draft.forget();
          toast.success(deadline ? "Deadline set." : "Deadline removed.");
          onClose();
        },
        onError: (error) => {
          if (isLost(error)) return;
          const isRefusal = "code" in error && error.code === REFUSED_BY_RULE;
          setProblem(isRefusal ? error.message : "The deadline could not be saved. Please try again.");
        },
      },
    );
  const save = () => {
    const deadline = findDateTime(value.deadline);
    if (deadline) set(deadline);
    else setProblem("Please choose a date and a time.");
  };
  const footer = (
    <>
      {known.data && (
        <Button variant="secondary" disabled={change.isPending} onClick={() => set(null)}>
          Remove
        </Button>
      )}
      <Button disabled={known.data === undefined} busy={change.isPending} onClick={save}>
        Save
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !change.isPending && onClose()}
      title="Deadline"
      description={
        <p className="wrap-anywhere">
          Of {student.first_name} {student.last_name}, {student.email ?? student.phone}.{" "}
          <ShortId id={student.id} />
        </p>
      }
      footer={footer}
    >
      {known.data === undefined ? (
        known.isError ? (
          <LoadFailed onRetry={known.refetch} busy={known.isFetching} />
        ) : (
          <Skeleton className="h-24" />
        )
      ) : (
        <div className="grid gap-4">
          <DraftNote draft={draft} onThrowAway={() => restart(saved)} />
          <TextField
            label="Date and time"
            type="datetime-local"
            value={value.deadline}
            error={problem}
            onChange={({ target }) => {
              keep({ deadline: target.value });
              setProblem(undefined);
            }}
            hint="In Indian time. In the 48 hours before it, the student comes first on waiting lists. It is written to the audit log."
          />
          {isLost(change.error) && <NotSent onRetry={save} busy={change.isPending} />}
        </div>
      )}
    </Dialog>
  );
}
