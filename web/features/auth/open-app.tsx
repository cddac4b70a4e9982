import type { Session } from "@supabase/auth-js";
import { useCallback, useEffect, useState } from "react";
import { isSecondStepMissing } from "../../backend/second-step.ts";
import { openDocument } from "../../layout/hand-over.ts";
import { fetchPage } from "../../layout/next-page.ts";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { AuthFrame } from "./auth-frame.tsx";
import { findPageAfterSignIn } from "./page-after-sign-in.ts";
import { findStateOfSignUp, forgetSentMails } from "./sent-mail.ts";

/** Returns the state of the current history entry, which the router and layout/hand-over.ts keep under `usr`. */
export function readState(): unknown {
  return (history.state as { usr?: unknown } | null)?.usr;
}

/** Opens the app after a login, once its files have arrived: without a network, nothing would be left of this page. */
export function OpenApp({ session, path }: { session: Session; path?: string | undefined }) {
  const [hasFailed, setHasFailed] = useState(false);
  // Read before the mail is forgotten.
  const [from] = useState(() => readState() ?? findStateOfSignUp(session.user.email));
  const open = useCallback(async () => {
    setHasFailed(false);
    const next = path ? { path, state: undefined } : findPageAfterSignIn(session, from);
    try {
      await fetchPage(next.path.replace(/[?#].*$/, ""));
    } catch {
      return setHasFailed(true);
    }
    openDocument(next.path, next.state);
  }, [session, path, from]);
  useEffect(() => {
    forgetSentMails();
    void open();
  }, [open]);
  if (!hasFailed) return <Spinner label="Opening Maarga" page />;
  return (
    <AuthFrame title={isSecondStepMissing(session) ? "One more step" : "You are logged in"}>
      <LoadFailed
        text="The next page could not be loaded. Check your connection and try again."
        onRetry={open}
      />
    </AuthFrame>
  );
}
