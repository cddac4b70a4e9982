import { useEffect, useSyncExternalStore } from "react";
import { keepOnDevice } from "../device-cookie.ts";

const MAX_AGE_SECONDS = 7 * 24 * 60 * 60;

const listeners = new Set<() => void>();

/** The attribute is set from the cookie before the first paint (shell-script.ts), and decides the width of the sidebar. */
const isCollapsed = () => document.documentElement.dataset.sidebar === "collapsed";

function toggle(): void {
  document.documentElement.dataset.sidebar = isCollapsed() ? "open" : "collapsed";
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns whether the sidebar is collapsed to its icons, and a function to toggle it. A cookie keeps the state. */
export function useCollapsed(): [collapsed: boolean, toggle: () => void] {
  const collapsed = useSyncExternalStore(subscribe, isCollapsed, () => false);
  useEffect(() => keepOnDevice("sidebar", collapsed ? "collapsed" : "open", MAX_AGE_SECONDS), [collapsed]);
  return [collapsed, toggle];
}
