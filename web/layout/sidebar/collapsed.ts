import { useEffect, useSyncExternalStore } from "react";

const COOKIE = "sidebar";
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
  useEffect(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is missing in Firefox and Safari
    document.cookie = `${COOKIE}=${collapsed ? "collapsed" : "open"}; path=/; max-age=${MAX_AGE_SECONDS}; samesite=lax`;
  }, [collapsed]);
  return [collapsed, toggle];
}
