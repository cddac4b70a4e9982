import { createContext, useContext } from "react";
import { useMatches } from "react-router";
import type { EarlyRequest } from "../backend/early-answers.ts";

/** True for the SPA fallback, which the build renders for no path. It is never served, but the build requires its scripts. */
export const FallbackContext = createContext(false);

interface Handle {
  readonly isStatic?: boolean;
  readonly isSignIn?: boolean;
  readonly earlyRequests?: readonly EarlyRequest[];
}

/** The requests that the HTML of the page sends. A route declares them in `handle`. */
export function useEarlyRequests(): readonly EarlyRequest[] {
  return useMatches().flatMap(({ handle }) => (handle as Handle | undefined)?.earlyRequests ?? []);
}

/** A static page is HTML and one small script, without React in the browser. A route declares it in `handle`. */
export const useIsStaticPage = (): boolean => useHandle("isStatic");

/** The pages for signing in are static pages with a script of their own (web/sign-in.tsx). */
export const useIsSignInPage = (): boolean => useHandle("isSignIn");

function useHandle(name: keyof Handle): boolean {
  const isFallback = useContext(FallbackContext);
  const matches = useMatches();
  // In development React runs on every page, for hot reload.
  if (isFallback || import.meta.env.DEV) return false;
  return matches.some(({ handle }) => (handle as Handle | undefined)?.[name]);
}
