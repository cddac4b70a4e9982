import { useEffect, useRef, useSyncExternalStore } from "react";
import type { LiveScreen } from "./changes.ts";

let isLive = false;
const listeners = new Set<() => void>();

function setLive(value: boolean): void {
  if (value === isLive) return;
  isLive = value;
  for (const listener of listeners) listener();
}

/** Tells whether the server reports changes. Otherwise, a screen has to ask. */
export function useIsLive(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isLive,
    () => false,
  );
}

const REFRESH_MS = 60_000;

/** The interval at which a mentor's screen refetches while the stream is not open. */
export function useRefreshInterval(): number | false {
  return useIsLive() ? false : REFRESH_MS;
}

/** The first use of a page on a slow phone comes before the stream. */
const START_MS = 2_000;

/** Refreshes a screen whenever the server reports a change, from a moment after its times were first shown. */
export function useLive(isShown: boolean, screen: LiveScreen): void {
  const latest = useRef(screen);
  latest.current = screen;
  const wasShown = useRef(false);
  wasShown.current ||= isShown;
  const isStarted = wasShown.current;
  useEffect(() => {
    if (!isStarted) return;
    let isOpen = true;
    let stop = () => {};
    const start = ({ followChanges }: typeof import("./follow-changes.ts")) => {
      if (!isOpen) return;
      stop = followChanges({
        updatedAt: () => latest.current.updatedAt(),
        refresh: (days) => latest.current.refresh(days),
        setLive,
      });
    };
    // Loaded on demand, to keep the pages light. If that fails, the screen goes on asking.
    const timer = setTimeout(() => import("./follow-changes.ts").then(start, () => undefined), START_MS);
    return () => {
      isOpen = false;
      clearTimeout(timer);
      stop();
    };
  }, [isStarted]);
}
