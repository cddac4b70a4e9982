import { type FormEvent, useState } from "react";
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
  readonly description: string;
  /** The name of what is saved already and can be removed. */
  readonly savedName: string | undefined;
  readonly maxLength: number;
  readonly save: Request;
  readonly remove: Request;
  readonly onSave: (name: string) => void;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}

/** Asks for the name under which all admins find something. */
export function SaveForAllDialog(props: SaveForAllDialogProps) {
  const { title, description, savedName, maxLength, save, remove, onSave, onRemove, onClose } = props;
  const [name, setName] = useState(savedName ?? "");
  const isBusy = save.isPending || remove.isPending;
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (!isBusy && name.trim() !== "") onSave(name);
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
        <TextField
          label="Name"
          autoFocus
          maxLength={maxLength}
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
