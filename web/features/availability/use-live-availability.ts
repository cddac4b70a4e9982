import { useQueryClient } from "@tanstack/react-query";
import { useLive } from "../../queries/live/use-live.ts";
import { useUser } from "../../queries/user.ts";
import { absencesKey } from "./absences/absences.ts";
import { weekKey } from "./hours/weekly-hours.ts";
import { ownMentorKey } from "./own-mentor.ts";

/** Shows what an admin, or the mentor on another device, changes of the mentor's calendar. */
export function useLiveAvailability(isShown: boolean): void {
  const client = useQueryClient();
  const { id } = useUser();
  const keys = [absencesKey(id), weekKey(id), ownMentorKey(id)];
  useLive(isShown, {
    updatedAt: () => Math.min(...keys.map((key) => client.getQueryState(key)?.dataUpdatedAt ?? 0)),
    // A day names a blocked time or a booking; hours and the profile change all days.
    refresh: (days) => {
      for (const queryKey of days === "all" ? keys : keys.slice(0, 1))
        void client.invalidateQueries({ queryKey });
    },
  });
}
