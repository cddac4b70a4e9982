import { useSyncExternalStore } from "react";

const MOBILE_BREAKPOINT_PX = 768;

const query = () => window.matchMedia(`(max-width: ${MOBILE_BREAKPOINT_PX - 1}px)`);

/** Whether the window is narrower than the mobile breakpoint. Only inside the session guard: the build has no window. */
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
