import { describeStudentFilter } from "../../../../domain/student-filter.ts";
import type { SavedFilter } from "../../../queries/saved-filters.ts";
import { toast } from "../../../ui/toast.ts";
import { SaveForAllDialog } from "../save-for-all-dialog.tsx";
import { useListAction } from "./find-students.ts";
import type { ListState } from "./list-state.ts";

interface SaveFilterDialogProps {
  readonly state: ListState;
  /** The saved filter that the list shows now, which can be removed. */
  readonly saved: SavedFilter | undefined;
  readonly onClose: () => void;
}

export function SaveFilterDialog({ state, saved, onClose }: SaveFilterDialogProps) {
  const save = useListAction("save_student_filter");
  const remove = useListAction("remove_student_filter");
  const { filter, columns, sort } = state;
  const done = (text: string) => {
    toast.success(text);
    onClose();
  };
  return (
    <SaveForAllDialog
      title="Save this filter"
      form="name of a filter"
      description={`${describeStudentFilter(filter)}. All admins find it in the list of saved filters. A filter of the same name is replaced.`}
      savedName={saved?.name}
      maxLength={60}
      {...{ save, remove, onClose }}
      onSave={(name, onSaved) =>
        save.mutate(
          { name, filter: filter as never, columns: [...columns], sort },
          {
            onSuccess: () => {
              onSaved();
              done("Saved for all admins.");
            },
          },
        )
      }
      onRemove={() => saved && remove.mutate({ id: saved.id }, { onSuccess: () => done("Filter removed.") })}
    />
  );
}
