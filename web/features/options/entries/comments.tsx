import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { formatInstant } from "../../../../domain/kolkata-time.ts";
import type { ExamCode } from "../../../../domain/option-exams.ts";
import { tables } from "../../../backend/tables.ts";
import { DraftNote } from "../../../layout/drafts/draft-note.tsx";
import { useKeptState } from "../../../layout/drafts/use-kept-state.ts";
import { useUser } from "../../../queries/user.ts";
import { Button } from "../../../ui/button.tsx";
import { TextArea } from "../../../ui/field.tsx";
import { ChangeFailure } from "../list/change-failure.tsx";
import type { Comment } from "../list/stored-list.ts";

interface Props {
  readonly exam: ExamCode;
  /** The id of the option. */
  readonly option: string;
  readonly comments: readonly Comment[];
  /** The student of the list, if they are not the caller. */
  readonly studentId?: string | undefined;
}

/** The id is chosen at the first letter, so that a comment that is sent again is stored once. */
const EMPTY = { id: "", words: "" };

/** The comments of counsellors and the student on an option. */
export function Comments({ exam, option, comments, studentId }: Props) {
  const { id: userId } = useUser();
  const client = useQueryClient();
  const student = studentId ?? userId;
  const { value, change, restart, draft } = useKeptState(`comment ${student} ${option}`, EMPTY);
  const type = (words: string) =>
    change(words === "" ? EMPTY : { id: value.id || crypto.randomUUID(), words });
  const shown = comments.filter(({ entry }) => entry === option);
  const refresh = () => client.invalidateQueries({ queryKey: ["option-list", student, exam] });
  const add = useMutation({
    mutationFn: async () => {
      const { error } = await tables().rpc("comment_option", {
        student,
        which: exam,
        option,
        comment: value.id,
        words: value.words,
      });
      if (error) throw error;
    },
    onSuccess: () => restart(EMPTY),
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: async (comment: string) => {
      const { error } = await tables().rpc("delete_option_comment", { student, which: exam, comment });
      if (error) throw error;
    },
    onSettled: refresh,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (value.words.trim()) add.mutate();
  };
  return (
    <section aria-label="Comments" className="grid grid-cols-1 gap-3">
      <h3 className="text-base">Comments</h3>
      {shown.length === 0 && <p className="text-muted text-sm">No comments yet.</p>}
      <ul className="grid gap-2 empty:hidden">
        {shown.map(({ id, by, isOwn, words, writtenAt }) => (
          <li key={id} className="rounded-control bg-wash p-3">
            <p className="wrap-anywhere whitespace-pre-line">{words}</p>
            <p className="flex flex-wrap items-center justify-between gap-2 text-muted text-sm">
              {isOwn ? "You" : by}, {formatInstant(new Date(writtenAt))}
              {(isOwn || studentId === undefined) && (
                <Button
                  size="small"
                  variant="quiet"
                  disabled={remove.isPending}
                  onClick={() => remove.mutate(id)}
                >
                  Delete
                </Button>
              )}
            </p>
          </li>
        ))}
      </ul>
      <form onSubmit={submit} className="grid grid-cols-1 gap-2">
        <DraftNote draft={draft} onThrowAway={() => restart(EMPTY)} />
        <TextArea
          label="Your comment"
          rows={2}
          maxLength={500}
          value={value.words}
          onChange={({ target }) => type(target.value)}
        />
        <ChangeFailure error={add.error ?? remove.error} />
        <Button
          type="submit"
          variant="secondary"
          busy={add.isPending}
          disabled={!value.words.trim()}
          className="justify-self-start"
        >
          Add comment
        </Button>
      </form>
    </section>
  );
}
