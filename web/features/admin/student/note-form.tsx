import type { FormEvent } from "react";
import { maskSecrets } from "../../../../domain/slot-topics.ts";
import { DraftNote } from "../../../layout/drafts/draft-note.tsx";
import { useKeptState } from "../../../layout/drafts/use-kept-state.ts";
import { RequestFailure } from "../../../layout/request-failure.tsx";
import { Button } from "../../../ui/button.tsx";
import { TextArea } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { useStudentAction } from "./student.ts";

const EMPTY = { note: "", isForMentors: false };

export function NoteForm({ student }: { student: string }) {
  const { value, change, restart, draft } = useKeptState(`note ${student}`, EMPTY);
  const add = useStudentAction("add_student_note");
  const note = value.note.trim();
  const hasSecret = maskSecrets(note) !== note;
  const save = (event?: FormEvent) => {
    event?.preventDefault();
    if (note === "" || add.isPending) return;
    add.mutate(
      { student, note: maskSecrets(note), is_for_mentors: value.isForMentors },
      { onSuccess: () => restart(EMPTY) },
    );
  };
  return (
    <form className="grid gap-3" onSubmit={save}>
      <DraftNote draft={draft} onThrowAway={() => restart(EMPTY)} />
      <TextArea
        label="New note"
        hint="For colleagues; the student does not see it."
        rows={3}
        maxLength={2000}
        value={value.note}
        onChange={({ target }) => change({ ...value, note: target.value })}
      />
      {hasSecret && (
        <Notice kind="info">
          The password or code in it will be hidden. Nobody here may keep students' logins.
        </Notice>
      )}
      <label className="flex min-h-11 cursor-pointer items-center gap-2">
        <input
          type="checkbox"
          className="size-4 accent-press"
          checked={value.isForMentors}
          onChange={({ target }) => change({ ...value, isForMentors: target.checked })}
        />
        Mentors of the student see it too
      </label>
      <RequestFailure
        error={add.error}
        fallback="The note could not be saved. Please try again."
        busy={add.isPending}
        onRetry={save}
      />
      <Button
        type="submit"
        size="small"
        disabled={note === ""}
        busy={add.isPending}
        className="justify-self-start"
      >
        Add the note
      </Button>
    </form>
  );
}
