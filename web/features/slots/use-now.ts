import { useEffect, useState } from "react";

const MINUTE_MS = 60_000;

/** The time, to the minute: slots start on full ones, and days end with one. Right at once when a tab is looked at again. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    let next: ReturnType<typeof setTimeout>;
    const tick = () => {
      clearTimeout(next);
      next = setTimeout(tick, MINUTE_MS - (Date.now() % MINUTE_MS));
      setNow(new Date());
    };
    tick();
    document.addEventListener("visibilitychange", tick);
    return () => {
      clearTimeout(next);
      document.removeEventListener("visibilitychange", tick);
    };
  }, []);
  return now;
}
