import { useQueryClient } from "@tanstack/react-query";
import { dayOf } from "../../../domain/kolkata-time.ts";
import type { OwnSlot } from "../../../domain/slots.ts";
import { includesDay } from "../../queries/live/changes.ts";
import { useLive } from "../../queries/live/use-live.ts";
import { useUser } from "../../queries/user.ts";
import { busySlotsKey } from "./busy-slots.ts";
import { ownSlotsKey } from "./own-slots.ts";
import type { WaitingDay } from "./waiting/waiting-days.ts";
import { waitingDaysKey } from "./waiting/waiting-days-key.ts";

/** Shows what others book and cancel, what a mentor changes of the student's own slots, and what is offered to them. */
export function useLiveSlots(isShown: boolean): void {
  const client = useQueryClient();
  const { id } = useUser();
  const ownKey = ownSlotsKey(id);
  const waitingKey = waitingDaysKey(id);
  useLive(isShown, {
    updatedAt: () => {
      const shown = client.getQueryCache().findAll({ queryKey: busySlotsKey, type: "active" });
      return Math.min(...shown.map(({ state }) => state.dataUpdatedAt));
    },
    refresh: (days) => {
      const isChanged = ({ queryKey }: { queryKey: readonly unknown[] }) =>
        includesDay(days, String(queryKey[busySlotsKey.length]));
      void client.invalidateQueries({ queryKey: busySlotsKey, predicate: isChanged });
      const own = client.getQueryData<OwnSlot[]>(ownKey) ?? [];
      if (own.some(({ start }) => includesDay(days, dayOf(start))))
        void client.invalidateQueries({ queryKey: ownKey });
      const waiting = client.getQueryData<WaitingDay[]>(waitingKey) ?? [];
      if (waiting.some(({ day }) => includesDay(days, day)))
        void client.invalidateQueries({ queryKey: waitingKey });
    },
  });
}
