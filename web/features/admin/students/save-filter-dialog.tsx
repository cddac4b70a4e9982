import { type FormEvent, useState } from "react";
import { describeStudentFilter } from "../../../../domain/student-filter.ts";
import { RequestFailure } from "../../../layout/request-failure.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { TextField } from "../../../ui/field.tsx";
import { toast } from "../../../ui/toast.ts";
import { type SavedFilter, useListAction } from "./find-students.ts";
import type { ListState } from "./list-state.ts";

interface SaveFilterDialogProps {
  readonly state: ListState;
  /** The saved filter that the list shows now, which can be removed. */
  readonly saved: SavedFilter | undefined;
  readonly onClose: () => void;
}

export function SaveFilterDialog({ state, saved, onClose }: SaveFilterDialogProps) {
  const [name, setName] = useState(saved?.name ?? "");
  const save = useListAction("save_student_filter");
  const remove = useListAction("remove_student_filter");
  const isBusy = save.isPending || remove.isPending;
  const { filter, columns, sort } = state;
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (isBusy || name.trim() === "") return;
    save.mutate(
      { name, filter: filter as never, columns: [...columns], sort },
      { onSuccess: () => done("Saved for all admins.") },
    );
  };
  const done = (text: string) => {
    toast.success(text);
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isBusy && onClose()}
      title="Save this filter"
      description={`${describeStudentFilter(filter)}. All admins find it in the list of saved filters. A filter of the same name is replaced.`}
      footer={
        <>
          {saved && (
            <Button
              variant="secondary"
              busy={remove.isPending}
              disabled={save.isPending}
              onClick={() => remove.mutate({ id: saved.id }, { onSuccess: () => done("Filter removed.") })}
            >
              Remove
            </Button>
          )}
          <Button
            disabled={name.trim() === "" || remove.isPending}
            busy={save.isPending}
            onClick={() => submit()}
          >
            Save
          </Button>
        </>
      }
    >
      <form className="grid gap-4" onSubmit={submit}>
        <TextField
          label="Name"
          autoFocus
          maxLength={60}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <RequestFailure
          error={save.error ?? remove.error}
          fallback="This could not be saved. Please try again."
          busy={isBusy}
          onRetry={() => submit()}
        />
        {/* Enter in the field sends the form, as the button in the footer does. */}
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}
