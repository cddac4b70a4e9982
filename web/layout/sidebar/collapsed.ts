import { useCallback, useEffect, useState } from "react";

const COOKIE = "sidebar";
const MAX_AGE_SECONDS = 7 * 24 * 60 * 60;

/** Returns whether the sidebar is collapsed to its icons, and a function to toggle it. A cookie keeps the state. */
export function useCollapsed(): [collapsed: boolean, toggle: () => void] {
  const [collapsed, setCollapsed] = useState(() => document.cookie.includes(`${COOKIE}=collapsed`));
  const toggle = useCallback(() => setCollapsed((previous) => !previous), []);
  useEffect(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is missing in Firefox and Safari
    document.cookie = `${COOKIE}=${collapsed ? "collapsed" : "open"}; path=/; max-age=${MAX_AGE_SECONDS}; samesite=lax`;
  }, [collapsed]);
  return [collapsed, toggle];
}
