import type { Session } from "@supabase/auth-js";
import { useCallback, useEffect, useRef, useState } from "react";
import { hasMailedCode } from "../../backend/mailed-link.ts";
import { findStoredSession, listenToOtherTabs, storeSession } from "../../backend/stored-session.ts";
import { wasHandedOver } from "../../layout/hand-over.ts";
import { prefetchPage } from "../../layout/next-page.ts";
import { readReturnPath } from "../../layout/return-path.ts";
import { ForgotPassword } from "./forgot-password.tsx";
import { OpenApp, readState } from "./open-app.tsx";
import { SignIn } from "./sign-in.tsx";
import { SignInContext, type SignInPath } from "./sign-in-context.ts";

export const TITLES: Readonly<Record<SignInPath, string>> = {
  "/auth": "Log in or register · Maarga",
  "/login": "Log in or register · Maarga",
  "/forgot-password": "Reset your password · Maarga",
};

interface SignedIn {
  readonly session: Session;
  readonly path?: string | undefined;
}

/** The pages for signing in, which run as one document without the app. */
export function SignInPages({ path: firstPath }: { path: SignInPath }) {
  const [path, setPath] = useState(firstPath);
  const [email, setEmail] = useState(findHandedOverEmail);
  const password = useRef("");
  // The app led here if it found the session ended, or could not refresh it.
  const [signedIn, setSignedIn] = useState(() => (wasHandedOver() ? undefined : findSignedIn(firstPath)));

  const show = useCallback((newPath: SignInPath) => {
    document.title = TITLES[newPath];
    setPath(newPath);
    setSignedIn(findSignedIn(newPath));
  }, []);
  useEffect(() => {
    const follow = () => {
      if (isSignInPath(location.pathname)) show(location.pathname);
    };
    window.addEventListener("popstate", follow);
    return () => window.removeEventListener("popstate", follow);
  }, [show]);
  useEffect(() => {
    if (path !== "/forgot-password") return listenToOtherTabs((session) => setSignedIn({ session }));
  }, [path]);
  useEffect(prefetchNextPage, []);

  if (signedIn) return <OpenApp {...signedIn} />;
  const openPage = (newPath: SignInPath) => {
    history.pushState({ usr: readState() }, "", newPath);
    show(newPath);
  };
  const openApp = (session: Session, nextPath?: string) => {
    storeSession(session);
    setSignedIn({ session, path: nextPath });
  };
  return (
    <SignInContext value={{ email, setEmail, password, openPage, openApp }}>
      {path === "/forgot-password" ? <ForgotPassword /> : <SignIn />}
    </SignInContext>
  );
}

/** Somebody who is logged in may still ask for a link to change the password, or open the link of another account. */
function findSignedIn(path: SignInPath): SignedIn | undefined {
  if (import.meta.env.SSR || path === "/forgot-password" || hasMailedCode()) return undefined;
  const session = findStoredSession();
  return session && { session };
}

/** /reset-password passes on the address of whoever is logged in. */
function findHandedOverEmail(): string {
  const state = import.meta.env.SSR ? null : (readState() as { email?: unknown } | null);
  return typeof state?.email === "string" ? state.email : "";
}

function isSignInPath(path: string): path is SignInPath {
  return path in TITLES;
}

/** Fetches the app in the background, while the form is filled in. */
function prefetchNextPage(): () => void {
  const start = () => void prefetchPage(readReturnPath(readState()).replace(/[?#].*$/, ""));
  if (document.readyState === "complete") start();
  else window.addEventListener("load", start, { once: true });
  return () => window.removeEventListener("load", start);
}
