import { createContext, useContext } from "react";
import { useMatches } from "react-router";

/** The build also renders one page for no address in particular; nobody is served it, yet it has to have scripts. */
export const FallbackContext = createContext(false);

/** A static page is HTML and one small script; React never starts on it. A route says so with `handle`. */
export function useIsStaticPage(): boolean {
  const isFallback = useContext(FallbackContext);
  const matches = useMatches();
  // While developing, React runs everywhere: it brings every change to the page.
  if (isFallback || import.meta.env.DEV) return false;
  return matches.some(({ handle }) => (handle as { isStatic?: boolean } | undefined)?.isStatic);
}
