import type { Session } from "@supabase/auth-js";
import { useSyncExternalStore } from "react";
import { auth } from "./auth.ts";
import { openMailedLink } from "./mailed-link.ts";

export type SessionState =
  | { readonly status: "loading" }
  /** `hasEnded`: in this tab, somebody was signed in before. */
  | { readonly status: "signed-out"; readonly hasEnded: boolean }
  | { readonly status: "signed-in"; readonly session: Session };

const LOADING: SessionState = { status: "loading" };

let state: SessionState = LOADING;
const listeners = new Set<() => void>();
let isWatching = false;

/** Returns the session, which all tabs share. */
export function useSession(): SessionState {
  return useSyncExternalStore(
    subscribe,
    () => state,
    () => LOADING,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  watch();
  return () => listeners.delete(listener);
}

function watch(): void {
  if (isWatching) return;
  isWatching = true;
  // A mailed link may be about to start a session.
  void openMailedLink().then(() =>
    auth().onAuthStateChange((_event, session) => {
      if (session) state = { status: "signed-in", session };
      else if (state.status !== "signed-out")
        state = { status: "signed-out", hasEnded: state.status === "signed-in" };
      for (const listener of listeners) listener();
    }),
  );
}
