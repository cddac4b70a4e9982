import type { Session } from "@supabase/auth-js";
import { useSyncExternalStore } from "react";
import { auth } from "./auth.ts";

export type SessionState =
  | { readonly status: "loading" }
  | { readonly status: "signed-out" }
  | { readonly status: "signed-in"; readonly session: Session };

const LOADING: SessionState = { status: "loading" };
const SIGNED_OUT: SessionState = { status: "signed-out" };

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
  auth().onAuthStateChange((_event, session) => {
    state = session ? { status: "signed-in", session } : SIGNED_OUT;
    for (const listener of listeners) listener();
  });
}
