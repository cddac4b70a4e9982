import { useState } from "react";
import { Link } from "react-router";
import { formatInstant } from "../../../../domain/kolkata-time.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { toast } from "../../../ui/toast.ts";
import { NoteForm } from "./note-form.tsx";
import { Nothing, Section } from "./section.tsx";
import { type Note, type OpenedStudent, useStudentAction } from "./student.ts";

/** More notes than this get a search. */
const FEW = 5;

export function NotesSection({ opened: { account, notes } }: { opened: OpenedStudent }) {
  const [search, setSearch] = useState("");
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = notes.filter(({ note }) => words.every((word) => note.toLowerCase().includes(word)));
  return (
    <Section
      title="Notes"
      action={
        <Link
          to="/students/student"
          className="inline-flex min-h-11 items-center text-sm underline underline-offset-4"
        >
          Search all notes
        </Link>
      }
    >
      <NoteForm student={account.id} />
      {notes.length > FEW && (
        <TextField
          label="Find in the notes"
          type="search"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      )}
      {found.length === 0 && (
        <Nothing>{notes.length === 0 ? "No notes yet." : "No note has these words."}</Nothing>
      )}
      <ul className="divide-y empty:hidden">
        {found.map((note) => (
          <NoteItem key={note.id} note={note} />
        ))}
      </ul>
    </Section>
  );
}

function NoteItem({ note: { id, note, is_for_mentors, written_at, author_email } }: { note: Note }) {
  const [asks, setAsks] = useState(false);
  const remove = useStudentAction("remove_student_note");
  const confirm = () =>
    remove.mutate(
      { note_id: id },
      { onError: () => toast.error("The note was not removed. Please try again.") },
    );
  return (
    <li className="grid gap-1 py-2">
      <p className="wrap-anywhere whitespace-pre-line">{note}</p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="wrap-anywhere text-muted text-sm">
          {formatInstant(new Date(written_at))}, {author_email}
        </p>
        {is_for_mentors && <Badge>For mentors</Badge>}
        {asks ? (
          <span className="flex gap-2">
            <Button size="small" variant="danger" busy={remove.isPending} onClick={confirm}>
              Remove this note
            </Button>
            <Button
              size="small"
              variant="secondary"
              disabled={remove.isPending}
              onClick={() => setAsks(false)}
            >
              Keep
            </Button>
          </span>
        ) : (
          <Button size="small" variant="quiet" onClick={() => setAsks(true)}>
            Remove
          </Button>
        )}
      </div>
    </li>
  );
}
