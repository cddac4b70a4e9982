import type { AuthError, Session } from "@supabase/auth-js";
import { postForSession } from "../../backend/auth-calls.ts";
import { FormError } from "./problem.ts";

/** The purpose of the code. */
export type CodePurpose =
  | { readonly kind: "recovery" }
  /** Only the codes of this page's sign-ups count: somebody else may have signed up with the address too. */
  | { readonly kind: "signup"; readonly signUpIds: readonly string[] };

/** Signs in with the six-digit code from a mail, which works like the mail's link. */
export async function verifyCode(purpose: CodePurpose, email: string, typed: string): Promise<Session> {
  const token = typed.replace(/\s/g, "");
  if (!/^\d{6}$/.test(token)) throw new FormError("Please enter the six digits from the mail.", "code");
  const body = {
    email,
    token,
    type: purpose.kind,
    ...(purpose.kind === "signup" && { sign_up_ids: purpose.signUpIds }),
  };
  const session = await postForSession("/verify", body).catch((error: AuthError) => {
    if (error.code !== "otp_expired") throw error;
    throw new FormError("This code is wrong or has already been used.", "code");
  });
  if (!session) throw new Error("no session in the response");
  return session;
}
