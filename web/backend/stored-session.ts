import type { Session } from "@supabase/auth-js";

/** The key in localStorage under which the official client keeps the session, as JSON. */
export const SESSION_KEY = "maarga-session";

export function findStoredSession(): Session | undefined {
  try {
    const session = JSON.parse(localStorage.getItem(SESSION_KEY) ?? "null") as Partial<Session> | null;
    const isComplete = session?.access_token && session.refresh_token && session.expires_at && session.user;
    return isComplete ? (session as Session) : undefined;
  } catch {
    // Storage is blocked or holds something else.
    return undefined;
  }
}

/** The official client refreshes a token as early as this. */
const EXPIRY_MARGIN_MS = 90_000;

export function mustRefresh({ expires_at = 0 }: Session): boolean {
  return expires_at * 1_000 - Date.now() < EXPIRY_MARGIN_MS;
}

/** Stores a new session and tells the other tabs, both in the way of the official client. */
export function storeSession(session: Session): void {
  localStorage.setItem(SESSION_KEY, JSON.stringify(session));
  const tabs = new BroadcastChannel(SESSION_KEY);
  tabs.postMessage({ event: "SIGNED_IN", session });
  tabs.close();
}

/** Runs the listener when another tab stores a session. Returns a function to stop. */
export function listenToOtherTabs(listener: (session: Session) => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    const session = key === SESSION_KEY && findStoredSession();
    if (session) listener(session);
  };
  window.addEventListener("storage", onStorage);
  return () => window.removeEventListener("storage", onStorage);
}
