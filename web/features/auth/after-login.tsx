import type { Session } from "@supabase/auth-js";
import { isSecondStepMissing } from "../../backend/second-step.ts";
import { RedirectAfterSignIn } from "./redirect-after-sign-in.tsx";
import { EnterCode } from "./two-step/enter-code.tsx";

/** After the first step of a login: the second one, if it is missing, and then the page that was requested. */
export function AfterLogin({ session }: { session: Session }) {
  return isSecondStepMissing(session) ? <EnterCode /> : <RedirectAfterSignIn userId={session.user.id} />;
}
