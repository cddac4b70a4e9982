import { useEffect, useRef, useState } from "react";
import { toast } from "sonner";
import { closingText } from "../../../../domain/audience.ts";
import { type Campaign, isUnderWay } from "./campaigns.ts";

/**
 * Which campaigns were seen under way since the page was opened, and how each ended, said once. One that was just
 * started counts as seen: it may be over before anybody could look.
 */
export function useCampaignsSeen(campaigns: readonly Campaign[] | undefined) {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const sending = useRef(new Set<string>());
  const see = (id: string) => {
    sending.current.add(id);
    setSeen((was) => new Set(was).add(id));
  };
  useEffect(() => {
    for (const campaign of campaigns ?? []) {
      const { id, state, failed } = campaign;
      if (isUnderWay(campaign)) setSeen((was) => (was.has(id) ? was : new Set(was).add(id)));
      if (state === "sending") sending.current.add(id);
      if (state !== "done" || !sending.current.delete(id)) continue;
      const say = failed === 0 ? toast.success : toast.error;
      // One id: where two lists show it, it is said once.
      say(closingText(campaign), { id });
    }
  }, [campaigns]);
  return { seen, see };
}
