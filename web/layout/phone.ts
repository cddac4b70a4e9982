import { useSyncExternalStore } from "react";

const MOBILE_BREAKPOINT_PX = 768;

const query = () => window.matchMedia(`(max-width: ${MOBILE_BREAKPOINT_PX - 1}px)`);

export const isPhone = () => query().matches;

/**
 * Returns whether the window is narrower than the mobile breakpoint. For components inside the session guard only,
 * since prerendered pages have no window.
 */
export function useIsPhone(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = query();
      list.addEventListener("change", onChange);
      return () => list.removeEventListener("change", onChange);
    },
    isPhone,
    () => false,
  );
}
