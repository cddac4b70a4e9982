import type { Session, User } from "@supabase/auth-js";
import { readClaims } from "./access-token.ts";

export function hasSecondStep({ factors = [] }: Pick<User, "factors">): boolean {
  return factors.some(({ status }) => status === "verified");
}

/** Returns whether the user has entered only the password, and has turned two-step login on. */
export function isSecondStepMissing({ user, access_token }: Pick<Session, "user" | "access_token">): boolean {
  return hasSecondStep(user) && readClaims(access_token).aal !== "aal2";
}
