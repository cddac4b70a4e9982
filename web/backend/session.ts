import type { Session } from "@supabase/auth-js";
import { useLayoutEffect, useState } from "react";
import { auth } from "./auth.ts";
import { openMailedLink } from "./mailed-link.ts";
import { findStoredSession, mustRefresh, SESSION_KEY } from "./stored-session.ts";

export type SessionState =
  | { readonly status: "loading" }
  /** `hasEnded`: somebody was signed in when this tab was opened, or after. */
  | { readonly status: "signed-out"; readonly hasEnded: boolean }
  | { readonly status: "signed-in"; readonly session: Session };

const LOADING: SessionState = { status: "loading" };

/** The requests that the page needs come first: on a slow line, loading the client would delay them. */
const CLIENT_DELAY_MS = 2_000;

let state: SessionState = LOADING;
const listeners = new Set<(state: SessionState) => void>();
let isWatching = false;

/**
 * Returns the session, which all tabs share. It is read right after the first rendering, which must be that of the
 * prerendered HTML, and before the browser paints it.
 */
export function useSession(): SessionState {
  const [session, setSession] = useState(state);
  useLayoutEffect(() => {
    setSession(state);
    listeners.add(setSession);
    watch();
    return () => void listeners.delete(setSession);
  }, []);
  return session;
}

function watch(): void {
  if (isWatching) return;
  isWatching = true;
  // A mailed link may be about to start a session.
  void openMailedLink().then(() => {
    const stored = findStoredSession();
    change(stored);
    listenToLogouts();
    if (stored && mustRefresh(stored)) followClient();
    else setTimeout(followClient, CLIENT_DELAY_MS);
  });
}

/** Other tabs may log out before the client is loaded, and while this page is in the browser's back/forward cache. */
function listenToLogouts(): void {
  const read = () => change(findStoredSession());
  window.addEventListener("storage", ({ key }) => (key === SESSION_KEY || key === null) && read());
  window.addEventListener("pageshow", ({ persisted }) => persisted && read());
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
  for (const listener of listeners) listener(state);
}
