import { useEffect, useRef, useState } from "react";
import { closingText } from "../../../../domain/audience.ts";
import { toast } from "../../../ui/toast.ts";
import { type Campaign, isInProgress } from "./campaigns.ts";

/**
 * Returns the campaigns that were in progress at any time since the page was opened, and announces the end of each
 * once. A campaign started here is tracked at once: it may end before the list is fetched again.
 */
export function useTrackedCampaigns(campaigns: readonly Campaign[] | undefined) {
  const [trackedIds, setTrackedIds] = useState<ReadonlySet<string>>(new Set());
  const sendingIds = useRef(new Set<string>());
  const track = (id: string) => {
    sendingIds.current.add(id);
    setTrackedIds((previous) => new Set(previous).add(id));
  };
  useEffect(() => {
    for (const campaign of campaigns ?? []) {
      const { id, state, failed } = campaign;
      if (isInProgress(campaign))
        setTrackedIds((previous) => (previous.has(id) ? previous : new Set(previous).add(id)));
      if (state === "sending") sendingIds.current.add(id);
      if (state !== "done" || !sendingIds.current.delete(id)) continue;
      const show = failed === 0 ? toast.success : toast.error;
      // The shared id prevents a second toast when two lists contain the campaign.
      show(closingText(campaign), { id });
    }
  }, [campaigns]);
  return { trackedIds, track };
}
