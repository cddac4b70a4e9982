import { auth } from "../../backend/auth.ts";
import { FormError } from "./problem.ts";

/** The purpose of the mail that contains the code. */
export type CodeKind = "signup" | "recovery";

/** Signs in with the six-digit code from a mail, which works like the mail's link. */
export async function verifyCode(type: CodeKind, email: string, typed: string): Promise<void> {
  const token = typed.replace(/\s/g, "");
  if (!/^\d{6}$/.test(token)) throw new FormError("Please enter the six digits from the mail.", "code");
  const { error } = await auth().verifyOtp({ email, token, type });
  if (error?.code === "otp_expired")
    throw new FormError("This code is wrong or has already been used.", "code");
  if (error) throw error;
}
