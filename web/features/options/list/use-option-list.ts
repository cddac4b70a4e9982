import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { ExamCode } from "../../../../domain/option-exams.ts";
import { changeOptions, type Option, type OptionChange } from "../../../../domain/options.ts";
import { isRefusal } from "../../../backend/error-response.ts";
import { refusalText } from "../../../backend/refusal-text.ts";
import { useUser } from "../../../queries/user.ts";
import { useRetryWhenOnline } from "../../../ui/use-retry-when-online.ts";
import { createPendingChanges, type PendingChange, type PendingChanges } from "./pending-changes.ts";
import { sendChange } from "./send-change.ts";
import { refreshStoredList, type StoredList, storedListKey } from "./stored-list.ts";

const queues = new Map<string, PendingChanges>();

function pendingChangesOf(userId: string, exam: ExamCode): PendingChanges {
  const key = `${userId} ${exam}`;
  const queue = queues.get(key) ?? createPendingChanges(userId, exam);
  queues.set(key, queue);
  return queue;
}

export interface OptionListChanges {
  /** The server's list with the changes that it has not confirmed yet. */
  readonly shown: readonly Option[];
  readonly change: (change: OptionChange) => void;
  readonly pendingCount: number;
  /** The last attempt to send got no response. */
  readonly isUnsent: boolean;
  readonly sendNow: () => void;
  /** The reason why the server has refused a change, which is then gone from the list. */
  readonly refusal: string | undefined;
  readonly dismissRefusal: () => void;
}

const NOT_KEPT = "This change could not be saved. The list shows what is saved.";

/**
 * Changes of a list are shown at once, kept on the device, and sent one after the other, even after a reload or hours
 * without a network. They concern nobody else, so unlike a booking they are sent again without a press.
 */
export function useOptionList(exam: ExamCode, stored: readonly Option[]): OptionListChanges {
  const { id: userId } = useUser();
  const client = useQueryClient();
  const queue = pendingChangesOf(userId, exam);
  const pending = useSyncExternalStore(queue.listen, queue.all, queue.all);
  const [isUnsent, setIsUnsent] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const isSending = useRef(false);

  const confirm = useCallback(
    (confirmed: PendingChange, revision: number) => {
      const key = storedListKey(userId, exam);
      const before = client.getQueryData<StoredList>(key);
      // An answer that is on its way may be from before the change.
      const isFetching = client.isFetching({ queryKey: key }) > 0;
      if (isFetching) void client.cancelQueries({ queryKey: key });
      client.setQueryData<StoredList>(
        key,
        (list) => list && { ...list, revision, entries: changeOptions(list.entries, confirmed.change) },
      );
      queue.remove(confirmed.id);
      // Another tab or device has changed the list in between.
      return isFetching || before?.revision !== revision - 1;
    },
    [client, userId, exam, queue],
  );

  const send = useCallback(async () => {
    if (isSending.current) return;
    isSending.current = true;
    let isOutdated = false;
    try {
      await onlyHere(`maarga-options ${userId} ${exam}`, async () => {
        for (let next = queue.all()[0]; next; next = queue.all()[0]) {
          queue.markSent(next.id);
          const { revision, error } = await sendChange(exam, next.change, next.id);
          if (error && !isRefusal(error)) return setIsUnsent(true);
          setIsUnsent(false);
          if (error) {
            queue.remove(next.id);
            setRefusal(refusalText(error, NOT_KEPT));
            isOutdated = true;
          } else if (confirm(next, revision)) isOutdated = true;
        }
      });
    } finally {
      isSending.current = false;
    }
    if (isOutdated) await refreshStoredList(client, userId, exam);
  }, [client, userId, exam, queue, confirm]);

  useEffect(() => {
    if (pending.length > 0) void send();
  }, [pending.length, send]);
  useRetryWhenOnline(pending.length > 0, () => void send());

  const shown = useMemo(
    () => pending.reduce<readonly Option[]>((list, { change }) => changeOptions(list, change), stored),
    [stored, pending],
  );
  const change = useCallback(
    (made: OptionChange) => {
      queue.add(made);
      void send();
    },
    [queue, send],
  );
  return {
    shown,
    change,
    pendingCount: pending.length,
    isUnsent: isUnsent && pending.length > 0,
    sendNow: () => void send(),
    refusal,
    dismissRefusal: () => setRefusal(undefined),
  };
}

/** Only one tab sends at a time, so that the order is kept. Over plain HTTP there are no locks, and each tab sends. */
async function onlyHere(name: string, run: () => Promise<void>): Promise<void> {
  if (!("locks" in navigator)) return run();
  await navigator.locks.request(name, run);
}
