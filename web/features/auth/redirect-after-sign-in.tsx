import type { Session } from "@supabase/auth-js";
import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { Spinner } from "../../ui/spinner.tsx";
import { findPageAfterSignIn } from "./page-after-sign-in.ts";

/** Redirects within the app to the page that comes after a complete sign-in. */
export function RedirectAfterSignIn({ session }: { session: Session }) {
  const navigate = useNavigate();
  const { state } = useLocation();
  useEffect(() => {
    let isUnmounted = false;
    findPageAfterSignIn(session, state).then(({ path, state: nextState }) => {
      if (!isUnmounted) navigate(path, { replace: true, state: nextState });
    });
    return () => {
      isUnmounted = true;
    };
  }, [session, state, navigate]);
  return <Spinner label="Opening Maarga" page />;
}
