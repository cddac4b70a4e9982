import type { Session } from "@supabase/auth-js";
import { useLocation } from "react-router";
import { Redirect } from "../../layout/redirect.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { findPageAfterSignIn } from "./page-after-sign-in.ts";

/** Redirects within the app to the page that comes after a complete sign-in. */
export function RedirectAfterSignIn({ session }: { session: Session }) {
  const { path, state } = findPageAfterSignIn(session, useLocation().state);
  return (
    <>
      <Spinner label="Opening Maarga" page />
      <Redirect to={path} state={state} />
    </>
  );
}
