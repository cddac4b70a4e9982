import { useEffect, useRef, useState } from "react";
import { formatDay, formatTime } from "../../../../domain/kolkata-time.ts";
import { DraftNote } from "../../../layout/drafts/draft-note.tsx";
import { useKeptState } from "../../../layout/drafts/use-kept-state.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { FormProblem } from "../form-problem.tsx";
import { FormError } from "../problem.ts";
import { textOf, useForm } from "../use-form.ts";
import { MAX_NAME_LENGTH, type Passkey, useRenamePasskey } from "./passkeys.ts";

interface PasskeyEntryProps {
  readonly passkey: Passkey;
  onRemove(): void;
}

export function PasskeyEntry({ passkey, onRemove }: PasskeyEntryProps) {
  const [isRenaming, setIsRenaming] = useState(false);
  const [closedForms, setClosedForms] = useState(0);
  const rename = useRef<HTMLButtonElement>(null);
  // The form that had the focus has been removed.
  useEffect(() => {
    if (closedForms > 0) rename.current?.focus();
  }, [closedForms]);
  const { name, addedAt, lastUse } = passkey;
  const close = () => {
    setIsRenaming(false);
    setClosedForms((count) => count + 1);
  };
  if (isRenaming)
    return (
      <li className="py-3 first:pt-0">
        <RenameForm passkey={passkey} onClose={close} />
      </li>
    );
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-muted text-sm">
          Added {formatDay(addedAt)}
          {lastUse ? ` · last used ${formatDay(lastUse)}, ${formatTime(lastUse)}` : " · not used yet"}
        </p>
      </div>
      <div className="flex gap-2">
        <Button
          ref={rename}
          variant="secondary"
          size="small"
          aria-label={`Rename ${name}`}
          onClick={() => setIsRenaming(true)}
        >
          Rename
        </Button>
        <Button variant="secondary" size="small" aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </li>
  );
}

function RenameForm({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const initial = { name: passkey.name };
  const { value, change, restart, draft } = useKeptState(`passkey ${passkey.id}`, initial);
  const rename = useRenamePasskey();
  const close = () => {
    draft.forget();
    onClose();
  };
  const form = useForm({
    refused: "The name could not be saved. Please try again.",
    async send(fields) {
      const friendlyName = textOf(fields, "name").trim();
      if (!friendlyName) throw new FormError("Please enter a name.", "name");
      await rename.mutateAsync({ passkeyId: passkey.id, friendlyName });
      close();
    },
  });
  return (
    <form noValidate method="post" onSubmit={form.onSubmit} className="grid gap-3">
      <DraftNote draft={draft} onThrowAway={() => restart(initial)} />
      <TextField
        label="Name"
        name="name"
        value={value.name}
        onChange={({ target }) => change({ name: target.value })}
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
        autoFocus
        error={form.errorAt("name")}
      />
      <FormProblem problem={form.problem} />
      <div className="flex gap-2">
        <Button type="submit" size="small" busy={form.isBusy}>
          Save
        </Button>
        <Button variant="secondary" size="small" disabled={form.isBusy} onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
