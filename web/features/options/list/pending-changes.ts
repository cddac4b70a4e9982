import type { ExamCode } from "../../../../domain/option-exams.ts";
import type { OptionChange } from "../../../../domain/options.ts";
import { dropDraft, findDraft, keepDraft } from "../../../layout/drafts/draft-storage.ts";

/** A change that the server has not confirmed yet. Its id is the Idempotency-Key. */
export interface PendingChange {
  readonly id: string;
  readonly change: OptionChange;
}

/** Changes of one list in the order in which they were made, kept on the device as a draft: decision 0090. */
export interface PendingChanges {
  readonly all: () => readonly PendingChange[];
  readonly add: (change: OptionChange) => void;
  readonly remove: (id: string) => void;
  /** The server has been asked for the first one, so it is not replaced any more. */
  readonly markSent: (id: string) => void;
  /** Calls the listener after each change, including those of other tabs. Returns a function to stop. */
  readonly listen: (listener: () => void) => () => void;
}

const EMPTY: readonly PendingChange[] = [];

export function createPendingChanges(userId: string, exam: ExamCode): PendingChanges {
  const form = `options:${exam}`;
  const listeners = new Set<() => void>();
  const sent = new Set<string>();
  // Without storage, the changes are kept for as long as the page is open.
  let pending: readonly PendingChange[] = read() ?? EMPTY;

  function read(): readonly PendingChange[] | undefined {
    const text = findDraft(userId, form)?.values.changes;
    return text === undefined ? undefined : (JSON.parse(text) as PendingChange[]);
  }

  /** Another tab may have written in the meantime. */
  function change(next: (latest: readonly PendingChange[]) => readonly PendingChange[]) {
    pending = next(read() ?? pending);
    if (pending.length === 0) dropDraft(userId, form);
    else keepDraft(userId, form, { changes: JSON.stringify(pending) });
    tell();
  }

  function tell() {
    for (const listener of listeners) listener();
  }

  return {
    all: () => pending,
    add: (added) =>
      change((latest) => {
        const last = latest.at(-1);
        // Each press of an arrow key is a move. Only the last of one option has to be sent.
        const isReplaced =
          last !== undefined &&
          added.kind === "move" &&
          last.change.kind === "move" &&
          last.change.option === added.option &&
          !sent.has(last.id);
        const others = isReplaced ? latest.slice(0, -1) : latest;
        return [...others, { id: crypto.randomUUID(), change: added }];
      }),
    remove: (id) => change((latest) => latest.filter((other) => other.id !== id)),
    markSent: (id) => void sent.add(id),
    listen(listener) {
      const onStorage = () => {
        pending = read() ?? EMPTY;
        tell();
      };
      listeners.add(listener);
      window.addEventListener("storage", onStorage);
      return () => {
        listeners.delete(listener);
        window.removeEventListener("storage", onStorage);
      };
    },
  };
}
