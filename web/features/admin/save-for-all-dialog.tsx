import type { FormEvent } from "react";
import { DraftNote } from "../../layout/drafts/draft-note.tsx";
import { useKeptState } from "../../layout/drafts/use-kept-state.ts";
import { RequestFailure } from "../../layout/request-failure.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";

interface Request {
  readonly isPending: boolean;
  readonly error: Error | null;
}

interface SaveForAllDialogProps {
  readonly title: string;
  /** The name of the draft. */
  readonly form: string;
  readonly description: string;
  /** The name of what is saved already and can be removed. */
  readonly savedName: string | undefined;
  readonly maxLength: number;
  readonly save: Request;
  readonly remove: Request;
  readonly onSave: (name: string, onSaved: () => void) => void;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}

/** Asks for the name under which all admins find something. */
export function SaveForAllDialog(props: SaveForAllDialogProps) {
  const { title, description, savedName, maxLength, save, remove, onSave, onRemove, onClose } = props;
  const initial = { name: savedName ?? "" };
  const { value, change, restart, draft } = useKeptState(props.form, initial);
  const { name } = value;
  const isBusy = save.isPending || remove.isPending;
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (!isBusy && name.trim() !== "") onSave(name, draft.forget);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isBusy && onClose()}
      title={title}
      description={description}
      footer={
        <>
          {savedName !== undefined && (
            <Button
              variant="secondary"
              busy={remove.isPending}
              disabled={save.isPending}
              onClick={() => onRemove()}
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
        <DraftNote draft={draft} onThrowAway={() => restart(initial)} />
        <TextField
          label="Name"
          autoFocus
          maxLength={maxLength}
          value={name}
          onChange={({ target }) => change({ name: target.value })}
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
