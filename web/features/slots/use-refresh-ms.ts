import { useIsLive } from "../../queries/live/use-live.ts";

/** Other students' bookings, and offers to the student, change without an action of theirs. */
const REFRESH_MS = 30_000;
/** While the server reports changes, in case that one was lost. */
const LIVE_REFRESH_MS = 300_000;

/** The interval at which an open screen asks on its own. */
export function useRefreshMs(): number {
  return useIsLive() ? LIVE_REFRESH_MS : REFRESH_MS;
}
