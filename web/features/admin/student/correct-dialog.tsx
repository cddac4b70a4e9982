import { type FormEvent, useState } from "react";
import { RequestFailure } from "../../../layout/request-failure.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { TextField } from "../../../ui/field.tsx";
import { toast } from "../../../ui/toast.ts";
import { type OpenedStudent, useStudentAction } from "./student.ts";

interface CorrectDialogProps {
  readonly profile: NonNullable<OpenedStudent["profile"]>;
  readonly onClose: () => void;
}

const FIELDS = [
  { name: "first_name", label: "First name", maxLength: 100 },
  { name: "last_name", label: "Last name", maxLength: 100 },
  { name: "phone", label: "Phone", maxLength: 30 },
] as const;

export function CorrectDialog({ profile, onClose }: CorrectDialogProps) {
  const { first_name, last_name, phone } = profile;
  const [typed, setTyped] = useState({ first_name, last_name, phone });
  const correct = useStudentAction("correct_student");
  const isComplete = FIELDS.every(({ name }) => typed[name].trim() !== "");
  const save = (event?: FormEvent) => {
    event?.preventDefault();
    if (!isComplete || correct.isPending) return;
    correct.mutate(
      { student: profile.id, ...typed },
      {
        onSuccess: () => {
          toast.success("Corrected.");
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !correct.isPending && onClose()}
      title="Correct name or phone"
      description="The student sees the change in their profile. It is written to the audit log."
      footer={
        <>
          <Button variant="secondary" disabled={correct.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={!isComplete} busy={correct.isPending} onClick={() => save()}>
            Save
          </Button>
        </>
      }
    >
      <form className="grid gap-4" onSubmit={save}>
        {FIELDS.map(({ name, ...field }) => (
          <TextField
            key={name}
            {...field}
            value={typed[name]}
            onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
          />
        ))}
        <RequestFailure
          error={correct.error}
          fallback="This could not be saved. Please try again."
          busy={correct.isPending}
          onRetry={save}
        />
        {/* Enter in a field sends the form, as the button in the footer does. */}
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}
