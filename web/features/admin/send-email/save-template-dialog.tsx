import { type FormEvent, useState } from "react";
import { RequestFailure } from "../../../layout/request-failure.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { TextField } from "../../../ui/field.tsx";
import { toast } from "../../../ui/toast.ts";
import type { Draft } from "./draft.ts";
import { type SavedTemplate, useTemplateChanges } from "./saved-templates.ts";

interface SaveTemplateDialogProps {
  readonly draft: Draft;
  /** The saved template that is chosen now, which can be removed. */
  readonly chosen: SavedTemplate | undefined;
  readonly onRemoved: () => void;
  readonly onClose: () => void;
}

export function SaveTemplateDialog({ draft, chosen, onRemoved, onClose }: SaveTemplateDialogProps) {
  const [label, setLabel] = useState(chosen?.label ?? "");
  const { save, remove } = useTemplateChanges();
  const isBusy = save.isPending || remove.isPending;
  const { subject, body } = draft;
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (isBusy || label.trim() === "") return;
    save.mutate(
      { label, subject, body },
      {
        onSuccess: () => {
          toast.success("Saved for all admins.");
          onClose();
        },
      },
    );
  };
  const removeChosen = (id: string) =>
    remove.mutate(id, {
      onSuccess: () => {
        toast.success("Template removed.");
        onRemoved();
        onClose();
      },
    });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isBusy && onClose()}
      title="Save as a template"
      description="All admins find the subject and the text among the templates. A template of the same name is replaced."
      footer={
        <>
          {chosen && (
            <Button
              variant="secondary"
              busy={remove.isPending}
              disabled={save.isPending}
              onClick={() => removeChosen(chosen.id)}
            >
              Remove
            </Button>
          )}
          <Button
            disabled={label.trim() === "" || remove.isPending}
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
          maxLength={80}
          value={label}
          onChange={({ target }) => setLabel(target.value)}
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
