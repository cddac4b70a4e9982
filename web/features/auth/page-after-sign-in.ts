import type { Session } from "@supabase/auth-js";
import { isSecondStepMissing } from "../../backend/second-step.ts";
import { readReturnPath } from "../../layout/return-path.ts";
import { hasProfile } from "./has-profile.ts";

export interface NextPage {
  readonly path: string;
  readonly state?: { readonly from: string };
}

/** The second step, if it is missing, else the profile form, if there is no profile, else the page that was requested. */
export async function findPageAfterSignIn(session: Session, state: unknown): Promise<NextPage> {
  const from = readReturnPath(state);
  if (isSecondStepMissing(session)) return { path: "/second-step", state: { from } };
  // After an error, the next page gets it again and shows it.
  const isComplete = await hasProfile(session).catch(() => true);
  return isComplete ? { path: from } : { path: "/complete-profile", state: { from } };
}
