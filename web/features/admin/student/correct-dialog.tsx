import { findPhoneQuestion } from "../../../../domain/contact-details.ts";
import { DraftNote } from "../../../layout/drafts/draft-note.tsx";
import { useKeptState } from "../../../layout/drafts/use-kept-state.ts";
import { RequestFailure } from "../../../layout/request-failure.tsx";
import { TextField } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
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
  const initial = { first_name, last_name, phone };
  const { value: typed, change, restart, draft } = useKeptState(`correct ${profile.id}`, initial);
  const correct = useStudentAction("correct_student");
  const isComplete = FIELDS.every(({ name }) => typed[name].trim() !== "");
  // Only what was changed: somebody else may have corrected the rest since this dialog was opened.
  const changed = FIELDS.filter(({ name }) => typed[name] !== initial[name]);
  const save = () =>
    correct.mutate(
      { student: profile.id, ...Object.fromEntries(changed.map(({ name }) => [name, typed[name]])) },
      {
        onSuccess: () => {
          toast.success("Corrected.");
          cancel();
        },
      },
    );
  const cancel = () => {
    draft.forget();
    onClose();
  };
  return (
    <FormDialog
      title="Correct name or phone"
      description="The student sees the change in their profile. It is written to the audit log."
      submit="Save"
      isReady={isComplete}
      busy={correct.isPending}
      onSubmit={save}
      onClose={onClose}
      onCancel={cancel}
    >
      <DraftNote draft={draft} onThrowAway={() => restart(initial)} />
      {FIELDS.map(({ name, ...field }) => (
        <TextField
          key={name}
          {...field}
          hint={name === "phone" && findPhoneQuestion(typed.phone)}
          value={typed[name]}
          onChange={({ target }) => change({ ...typed, [name]: target.value })}
        />
      ))}
      <RequestFailure
        error={correct.error}
        fallback="This could not be saved. Please try again."
        busy={correct.isPending}
        onRetry={save}
      />
    </FormDialog>
  );
}
