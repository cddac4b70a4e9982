import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { formatSpokenTimeRange } from "../../../domain/kolkata-time.ts";
import { maskSecrets } from "../../../domain/slot-topics.ts";
import { isUpcoming, type OwnSlot } from "../../../domain/slots.ts";
import { isLost } from "../../backend/is-lost.ts";
import { DraftNote } from "../../layout/drafts/draft-note.tsx";
import { useDraft } from "../../layout/drafts/use-draft.ts";
import { Button } from "../../ui/button.tsx";
import { NotSent } from "../../ui/not-sent.tsx";
import { bookingErrorText } from "./booking-error.ts";
import { useSaveTopic } from "./save-topic.ts";
import { TopicField } from "./topic-field.tsx";

/** Shows what the student wants to talk about, which they can change until the slot starts. */
export function TopicOfSlot({ slot, now, isOnline }: { slot: OwnSlot; now: Date; isOnline: boolean }) {
  const [isEdited, setIsEdited] = useState(false);
  const change = useRef<HTMLButtonElement>(null);
  const wasEdited = useRef(false);
  // The button that had the focus was removed with the form.
  useEffect(() => {
    if (wasEdited.current && !isEdited) change.current?.focus();
    wasEdited.current = isEdited;
  }, [isEdited]);
  const { topic } = slot;
  if (!isOnline || !isUpcoming(slot, now)) return topic ? <Topic text={topic} /> : null;
  if (isEdited) return <TopicForm slot={slot} onClose={() => setIsEdited(false)} />;
  const label = topic ? "Change what you want to talk about" : "Say what you want to talk about";
  return (
    <div className="grid justify-items-start gap-1">
      {topic && <Topic text={topic} />}
      <Button
        ref={change}
        variant="quiet"
        size="small"
        className="-ml-3"
        aria-label={`${label}: ${formatSpokenTimeRange(slot.start, slot.end)}`}
        onClick={() => setIsEdited(true)}
      >
        {label}
      </Button>
    </div>
  );
}

function Topic({ text }: { text: string }) {
  return (
    <p className="wrap-anywhere whitespace-pre-line">
      <span className="text-muted">To talk about: </span>
      {text}
    </p>
  );
}

function TopicForm({ slot, onClose }: { slot: OwnSlot; onClose: () => void }) {
  const draft = useDraft(`topic ${slot.id}`);
  const saved = slot.topic ?? "";
  const [typed, setTyped] = useState(draft.kept?.values.topic ?? saved);
  const saving = useSaveTopic(slot);
  const close = () => {
    draft.forget();
    onClose();
  };
  const change = (text: string) => {
    setTyped(text);
    const topic = maskSecrets(text);
    draft.keep(topic === saved ? {} : { topic });
  };
  const save = () => {
    if (!saving.isPending) saving.mutate(typed, { onSuccess: close });
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    save();
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <DraftNote draft={draft} onThrowAway={() => setTyped(saved)} />
      <TopicField
        autoFocus
        value={typed}
        onChange={(event) => change(event.target.value)}
        error={isLost(saving.error) ? undefined : bookingErrorText(saving.error, "Failed to update slot.")}
      />
      {isLost(saving.error) && <NotSent title="Failed to update slot." onRetry={save} />}
      <div className="flex gap-2">
        <Button type="submit" size="small" busy={saving.isPending}>
          Save
        </Button>
        <Button variant="secondary" size="small" onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
