import { useEffect, useRef } from "react";
import { toast } from "sonner";
import { closingText } from "../../../../domain/audience.ts";
import type { Campaign } from "./campaigns.ts";

/** Says how a campaign ended that was seen under way, once; also one that ended before anybody could look. */
export function useClosingToasts(campaigns: readonly Campaign[] | undefined): (id: string) => void {
  const watched = useRef(new Set<string>());
  useEffect(() => {
    for (const { id, state, sent, failed } of campaigns ?? []) {
      if (state === "sending") watched.current.add(id);
      if (state !== "done" || !watched.current.delete(id)) continue;
      const text = closingText({ sent, failed });
      const say = failed === 0 ? toast.success : toast.error;
      // One id: where two lists show it, it is said once.
      say(text, { id });
    }
  }, [campaigns]);
  return (id) => watched.current.add(id);
}
