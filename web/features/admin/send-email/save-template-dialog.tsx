import { toast } from "../../../ui/toast.ts";
import { SaveForAllDialog } from "../save-for-all-dialog.tsx";
import type { Draft } from "./draft.ts";
import { type SavedTemplate, useTemplateChanges } from "./saved-templates.ts";

interface SaveTemplateDialogProps {
  readonly draft: Draft;
  /** The saved template that is chosen now, which can be removed. */
  readonly chosen: SavedTemplate | undefined;
  readonly onSaved: (id: string) => void;
  readonly onRemoved: () => void;
  readonly onClose: () => void;
}

export function SaveTemplateDialog(props: SaveTemplateDialogProps) {
  const { draft, chosen, onSaved, onRemoved, onClose } = props;
  const { save, remove } = useTemplateChanges();
  const { subject, body } = draft;
  const saveAs = (label: string, forgetName: () => void) =>
    save.mutate(
      { label, subject, body },
      {
        onSuccess: (id) => {
          toast.success("Saved for all admins.");
          forgetName();
          onSaved(id);
          onClose();
        },
      },
    );
  const removeChosen = () =>
    chosen &&
    remove.mutate(chosen.id, {
      onSuccess: () => {
        toast.success("Template removed.");
        onRemoved();
        onClose();
      },
    });
  return (
    <SaveForAllDialog
      title="Save as a template"
      form="name of a template"
      description="All admins find the subject and the text among the templates. A template of the same name is replaced."
      savedName={chosen?.label}
      maxLength={80}
      {...{ save, remove, onClose }}
      onSave={saveAs}
      onRemove={removeChosen}
    />
  );
}
