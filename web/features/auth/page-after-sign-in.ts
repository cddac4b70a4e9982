import type { Session } from "@supabase/auth-js";
import { HOME_PAGES, isRole } from "../../../domain/roles.ts";
import { isSecondStepMissing } from "../../backend/second-step.ts";
import { AFTER_SIGN_IN } from "../../layout/after-sign-in.ts";
import { readReturnPath } from "../../layout/return-path.ts";

export interface NextPage {
  readonly path: string;
  readonly state: object;
}

/**
 * The second step, if it is missing, else the page that was requested, or the one of a colleague's role. It opens without a question to the server first:
 * layout/profile-first.tsx leads somebody without a profile on to the form.
 */
export function findPageAfterSignIn(session: Session, state: unknown): NextPage {
  const role: unknown = session.user.app_metadata.maarga_role;
  const from = readReturnPath(state, isRole(role) ? HOME_PAGES[role] : undefined);
  if (isSecondStepMissing(session)) return { path: "/second-step", state: { from } };
  return { path: from, state: AFTER_SIGN_IN };
}
