import { useEffect, useEffectEvent } from "react";

/** Between attempts. A line that is back before the failure is known causes no further "online" event. */
const RETRY_MS = 10_000;

/** Tries again as soon as the browser is online again, and every ten seconds until it works. */
export function useRetryWhenOnline(isWaiting: boolean, retry: () => void): void {
  const again = useEffectEvent(retry);
  useEffect(() => {
    if (!isWaiting) return;
    const onOnline = () => again();
    window.addEventListener("online", onOnline);
    const timer = setInterval(onOnline, RETRY_MS);
    return () => {
      window.removeEventListener("online", onOnline);
      clearInterval(timer);
    };
  }, [isWaiting]);
}
