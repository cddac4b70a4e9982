import { useState } from "react";
import { maskSecrets } from "../../../domain/slot-topics.ts";
import { changedValues, type Draft, useDraft } from "../../layout/drafts/use-draft.ts";
import { ANYONE } from "./wanted/wanted.ts";

interface SlotChoice {
  readonly day: string;
  readonly time: string;
  /** The topic that the student wants to talk about. */
  readonly topic: string;
  /** The mentor or language that the student asks for: see wanted.ts. */
  readonly wanted: string;
}

export const NO_CHOICE: SlotChoice = { day: "", time: "", topic: "", wanted: ANYONE };

/** Identifies the request for the server, even after a reload. */
export interface Attempt {
  readonly attempt: string;
  /** It was sent before, and no answer arrived. It may have taken effect, so only the server can check it. */
  readonly isRepeated: boolean;
}

export interface ChoiceOfSlot extends SlotChoice {
  readonly draft: Draft;
  readonly choose: (change: Partial<SlotChoice>) => void;
  /** Begins to send the choice with this time. */
  readonly send: (time: string) => Attempt;
  /** The server has refused the choice. */
  readonly refuse: () => void;
  /** Begins another attempt, because the slot is booked or the choice was thrown away. */
  readonly restart: (next: (current: SlotChoice) => SlotChoice) => void;
}

/** Owns what the student chooses and types, which is kept until the slot is booked or moved. */
export function useSlotChoice(form: string, initial: SlotChoice, today: string): ChoiceOfSlot {
  const draft = useDraft(form);
  const [chosen, setChosen] = useState(() => {
    const {
      day = initial.day,
      time = initial.time,
      topic = initial.topic,
      wanted = initial.wanted,
      attempt,
      isSent,
    } = draft.kept?.values ?? {};
    if (!attempt || (day !== "" && day < today))
      return { ...initial, topic, wanted, attempt: newAttempt(), isSent: false };
    return { day, time, topic, wanted, attempt, isSent: isSent !== undefined };
  });
  const { day, time, topic, wanted, attempt } = chosen;
  const change = (next: typeof chosen) => {
    setChosen(next);
    // A draft stays on a phone that others may use.
    const changed = changedValues({ ...next, topic: maskSecrets(next.topic) }, initial);
    const isUnchanged = Object.keys(changed).length === 0;
    draft.keep(
      isUnchanged ? {} : { ...changed, attempt: next.attempt, ...(next.isSent && { isSent: "yes" }) },
    );
  };
  return {
    day,
    time,
    topic,
    wanted,
    draft,
    choose: (changed) =>
      change({
        ...chosen,
        ...changed,
        // A request with another topic or mentor is another request, whose key must differ.
        attempt: changed.topic === undefined && changed.wanted === undefined ? attempt : newAttempt(),
        isSent: false,
      }),
    send: (sentTime) => {
      change({ ...chosen, time: sentTime, isSent: true });
      return { attempt, isRepeated: chosen.isSent && sentTime === time };
    },
    refuse: () => setChosen((current) => ({ ...current, isSent: false })),
    restart: (next) => {
      draft.forget();
      setChosen((current) => ({ ...next(current), attempt: newAttempt(), isSent: false }));
    },
  };
}

const newAttempt = () => crypto.randomUUID();

/** The times are part of the key: another time, or another length after an upgrade, is another request. */
export function attemptKey(attempt: string, { start, end }: { start: Date; end: Date }): string {
  return `${attempt}:${+start}-${+end}`;
}
