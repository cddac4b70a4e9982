import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { dayAfter, dayOf, formatInstant, formatTime } from "../../../../domain/kolkata-time.ts";
import { maskSecrets } from "../../../../domain/slot-topics.ts";
import { refusalText } from "../../../backend/refusal-text.ts";
import { tables } from "../../../backend/tables.ts";
import { DraftNote } from "../../../layout/drafts/draft-note.tsx";
import { useKeptState } from "../../../layout/drafts/use-kept-state.ts";
import { RequestFailure } from "../../../layout/request-failure.tsx";
import { Button } from "../../../ui/button.tsx";
import { TextArea, TextField } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { toast } from "../../../ui/toast.ts";
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
  const free = useFreeTimes(student, day);
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
    else book.mutate({ student, starts_at: start, topic: maskSecrets(value.topic) }, callbacks);
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

async function listFreeTimes(student: string, day: string): Promise<string[]> {
  const { data, error } = await tables().rpc("list_free_times", { student, day });
  if (error) throw error;
  return data;
}

function useFreeTimes(student: string, day: string) {
  return useQuery({
    queryKey: ["student", student, "free-times", day],
    queryFn: () => listFreeTimes(student, day),
    enabled: day !== "",
    staleTime: 0,
  });
}
