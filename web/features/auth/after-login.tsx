import type { Session } from "@supabase/auth-js";
import { useEffect } from "react";
import { isSecondStepMissing } from "../../backend/second-step.ts";
import { RedirectAfterSignIn } from "./redirect-after-sign-in.tsx";
import { forgetSentMails } from "./sent-mail.ts";
import { EnterCode } from "./two-step/enter-code.tsx";

/** After the first step of a login: the second one, if it is missing, and then the page that was requested. */
export function AfterLogin({ session }: { session: Session }) {
  useEffect(forgetSentMails, []);
  return isSecondStepMissing(session) ? <EnterCode /> : <RedirectAfterSignIn userId={session.user.id} />;
}
