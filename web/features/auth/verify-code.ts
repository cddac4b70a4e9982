import { auth } from "../../backend/auth.ts";
import { FormError } from "./problem.ts";

/** What the mail was sent for. */
export type CodeKind = "signup" | "recovery";

/** Signs in by the six digits of a mail, as its link would. */
export async function verifyCode(type: CodeKind, email: string, typed: string): Promise<void> {
  const token = typed.replace(/\s/g, "");
  if (!/^\d{6}$/.test(token)) throw new FormError("Please enter the six digits from the mail.", "code");
  const { error } = await auth().verifyOtp({ email, token, type });
  if (error?.code === "otp_expired")
    throw new FormError("This code is not right, or it was used already.", "code");
  if (error) throw error;
}
