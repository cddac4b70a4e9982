import type { Session } from "@supabase/auth-js";
import { useSyncExternalStore } from "react";
import { auth } from "./auth.ts";
import { openMailedLink } from "./mailed-link.ts";
import { findStoredSession, mustRefresh } from "./stored-session.ts";

export type SessionState =
  | { readonly status: "loading" }
  /** `hasEnded`: somebody was signed in when this tab was opened, or after. */
  | { readonly status: "signed-out"; readonly hasEnded: boolean }
  | { readonly status: "signed-in"; readonly session: Session };

const LOADING: SessionState = { status: "loading" };

/** What the page needs to be used comes first: on a slow line, the client would delay it. */
const CLIENT_DELAY_MS = 2_000;

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
  void openMailedLink().then(() => {
    const stored = findStoredSession();
    change(stored);
    if (stored && mustRefresh(stored)) followClient();
    else setTimeout(followClient, CLIENT_DELAY_MS);
  });
}

function followClient(): void {
  auth().then(
    (client) => {
      // Without a network, the client cannot refresh an old token, and reports no session. It removes the stored one as
      // soon as the session is over.
      client.onAuthStateChange((_event, session) => change(session ?? findStoredSession()));
    },
    () => window.addEventListener("online", followClient, { once: true }),
  );
}

function change(session: Session | undefined): void {
  if (session) state = { status: "signed-in", session };
  else if (state.status !== "signed-out")
    state = { status: "signed-out", hasEnded: state.status === "signed-in" };
  for (const listener of listeners) listener();
}
