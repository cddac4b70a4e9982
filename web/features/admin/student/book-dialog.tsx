import { useState } from "react";
import { dayAfter, dayOf, formatInstant, formatTime } from "../../../../domain/kolkata-time.ts";
import { maskSecrets } from "../../../../domain/slot-topics.ts";
import { refusalText } from "../../../backend/refusal-text.ts";
import { DraftNote } from "../../../layout/drafts/draft-note.tsx";
import { useKeptState } from "../../../layout/drafts/use-kept-state.ts";
import { RequestFailure } from "../../../layout/request-failure.tsx";
import { Button } from "../../../ui/button.tsx";
import { SelectField, TextArea, TextField } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { toast } from "../../../ui/toast.ts";
import { useFreeTimes, useMentors } from "./free-times.ts";
import { type Call, useStudentAction } from "./student.ts";

interface BookDialogProps {
  readonly student: string;
  readonly name: string;
  /** The call that is moved; undefined for a new one. */
  readonly moving: Call | undefined;
  readonly onClose: () => void;
}

const EMPTY = { topic: "" };

/** Books or moves a call under the student's own rules. The student gets the mails of their own booking. */
export function BookDialog({ student, name, moving, onClose }: BookDialogProps) {
  const [day, setDay] = useState(dayOf(moving ? new Date(moving.start_time) : new Date()));
  const [start, setStart] = useState("");
  const { value, change, restart, draft } = useKeptState(`topic of a call with ${student}`, EMPTY);
  const [mentor, setMentor] = useState("");
  const free = useFreeTimes(student, day, mentor);
  const mentors = useMentors(student, !moving);
  const book = useStudentAction("book_for_student");
  const move = useStudentAction("move_for_student");
  const { isPending, error } = moving ? move : book;
  const save = () => {
    const callbacks = {
      onSuccess: () => {
        if (!moving) restart(EMPTY);
        toast.success(`${moving ? "Moved to" : "Booked for"} ${formatInstant(new Date(start))}.`);
        onClose();
      },
      // Somebody else may have taken the time.
      onError: () => void free.refetch(),
    };
    if (moving) move.mutate({ slot: moving.id, was_at: moving.start_time, starts_at: start }, callbacks);
    else {
      const topic = maskSecrets(value.topic);
      book.mutate({ student, starts_at: start, topic, ...(mentor && { mentor }) }, callbacks);
    }
  };
  return (
    <FormDialog
      title={moving ? "Move the call" : "Book a call"}
      description={`${name}${moving ? `, now ${formatInstant(new Date(moving.start_time))}` : ""}. The student is told by mail.`}
      submit={moving ? "Move" : "Book"}
      isReady={free.data?.includes(start) ?? false}
      busy={isPending}
      onSubmit={save}
      onClose={onClose}
    >
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          label="Day"
          type="date"
          className="grow"
          min={dayOf(new Date())}
          value={day}
          onChange={({ target }) => setDay(target.value)}
        />
        <Button variant="secondary" disabled={day === ""} onClick={() => setDay(dayAfter(day, 1))}>
          Day after
        </Button>
      </div>
      {!moving && mentors.data && mentors.data.length > 0 && (
        <SelectField
          label="Mentor"
          options={[{ value: "", label: "Anyone who is free" }, ...mentors.data]}
          value={mentor}
          onChange={({ target }) => setMentor(target.value)}
        />
      )}
      {free.isLoading && <Skeleton className="h-24" />}
      {free.error && (
        <LoadFailed
          text={refusalText(free.error, "The free times could not be loaded.")}
          onRetry={free.refetch}
          busy={free.isFetching}
        />
      )}
      <p role="status" className="empty:hidden">
        {free.data?.length === 0 && "No free time on this day."}
      </p>
      {free.data && free.data.length > 0 && (
        <fieldset className="flex flex-wrap gap-2">
          <legend className="mb-2">Free times</legend>
          {free.data.map((time) => (
            <label
              key={time}
              className="inline-flex min-h-11 items-center gap-2 rounded-control border px-3 has-checked:border-press has-checked:bg-press-wash"
            >
              <input
                type="radio"
                name="start"
                className="size-5 accent-press"
                checked={time === start}
                onChange={() => setStart(time)}
              />
              {formatTime(new Date(time))}
            </label>
          ))}
        </fieldset>
      )}
      {!moving && (
        <>
          <DraftNote draft={draft} onThrowAway={() => restart(EMPTY)} />
          <TextArea
            label="Topic"
            optional
            rows={2}
            maxLength={500}
            value={value.topic}
            onChange={({ target }) => change({ topic: target.value })}
          />
        </>
      )}
      <RequestFailure
        error={error}
        fallback="This could not be saved. Please try again."
        busy={isPending}
        onRetry={save}
      />
    </FormDialog>
  );
}
