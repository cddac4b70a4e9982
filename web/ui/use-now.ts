import { useEffect, useState } from "react";

const MINUTE_MS = 60_000;

/** Returns the time, updated every full minute and as soon as the tab becomes visible again. */
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
