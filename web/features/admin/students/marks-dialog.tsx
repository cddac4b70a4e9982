import { type FormEvent, useState } from "react";
import { nameOf } from "../../../../domain/student-columns.ts";
import { DraftNote } from "../../../layout/drafts/draft-note.tsx";
import { useKeptState } from "../../../layout/drafts/use-kept-state.ts";
import { RequestFailure } from "../../../layout/request-failure.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { type FoundPerson, type Mark, useListAction, useMarks } from "./find-students.ts";

const NO_NAME = { name: "" };

interface MarksDialogProps {
  readonly person: Pick<FoundPerson, "id" | "email" | "first_name" | "last_name" | "marks">;
  readonly onClose: () => void;
}

/** The marks of all admins, put on one student or taken off at once. */
export function MarksDialog({ person, onClose }: MarksDialogProps) {
  const marks = useMarks();
  const { value, change, restart, draft } = useKeptState("new mark", NO_NAME);
  const { name } = value;
  const [removed, setRemoved] = useState<Mark>();
  const [on, setOn] = useState<readonly string[]>((person.marks ?? []).map(({ id }) => id));
  const make = useListAction("make_student_mark");
  const put = useListAction("mark_students");
  const remove = useListAction("remove_student_mark");
  const isBusy = make.isPending || put.isPending || remove.isPending;
  const forget = () => {
    for (const action of [make, put, remove]) action.reset();
  };
  const set = (mark: string, isOn: boolean) =>
    put.mutate(
      { mark, students: [person.id], is_on: isOn },
      { onSuccess: () => setOn((before) => (isOn ? [...before, mark] : before.filter((id) => id !== mark))) },
    );
  const add = (event?: FormEvent) => {
    event?.preventDefault();
    if (isBusy || name.trim() === "") return;
    forget();
    make.mutate(
      { name },
      {
        onSuccess: (made) => {
          restart(NO_NAME);
          set(String(made), true);
        },
      },
    );
  };
  const retry = () => {
    if (make.error) add();
    else if (put.error) set(put.variables.mark, put.variables.is_on);
    else if (remove.error) remove.mutate(remove.variables);
    else void marks.refetch();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isBusy && onClose()}
      title={`Marks of ${nameOf(person)}`}
      description="All admins see them. Students do not."
      footer={
        <Button variant="secondary" disabled={isBusy} onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="grid gap-4">
        {marks.isPending && <Skeleton className="h-20" />}
        <ul className="grid empty:hidden">
          {marks.data?.map((mark) => (
            <li key={mark.id} className="flex items-center gap-2">
              <label className="flex min-h-11 grow items-center gap-3 rounded-control px-2 hover:bg-wash">
                <input
                  type="checkbox"
                  className="size-6 accent-press"
                  // A disabled box would lose the focus of the keyboard.
                  aria-disabled={isBusy || undefined}
                  checked={on.includes(mark.id)}
                  onChange={({ target }) => {
                    if (isBusy) return;
                    forget();
                    set(mark.id, target.checked);
                  }}
                />
                <span className="wrap-anywhere">{mark.name}</span>
              </label>
              <Button
                size="small"
                variant="quiet"
                disabled={isBusy}
                aria-label={`Remove the mark ${mark.name} from all students`}
                onClick={() => {
                  forget();
                  if (removed?.id === mark.id) remove.mutate({ mark: mark.id });
                  else setRemoved(mark);
                }}
              >
                {removed?.id === mark.id ? "Remove from all?" : "Remove"}
              </Button>
            </li>
          ))}
        </ul>
        <form className="flex flex-wrap items-end gap-3" onSubmit={add}>
          <DraftNote draft={draft} onThrowAway={() => restart(NO_NAME)} />
          <TextField
            label="New mark"
            className="grow"
            maxLength={40}
            value={name}
            onChange={({ target }) => change({ name: target.value })}
          />
          <Button type="submit" variant="secondary" disabled={name.trim() === ""} busy={make.isPending}>
            Add
          </Button>
        </form>
        <RequestFailure
          error={make.error ?? put.error ?? remove.error ?? marks.error}
          fallback="This could not be saved. Please try again."
          busy={isBusy}
          onRetry={retry}
        />
      </div>
    </Dialog>
  );
}
