import { useSyncExternalStore } from "react";

const MOBILE_BREAKPOINT_PX = 768;

const query = () => window.matchMedia(`(max-width: ${MOBILE_BREAKPOINT_PX - 1}px)`);

/** Whether the window is as narrow as a phone. Below the guard only: at build time there is no window. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = query();
      list.addEventListener("change", onChange);
      return () => list.removeEventListener("change", onChange);
    },
    () => query().matches,
    () => false,
  );
}
