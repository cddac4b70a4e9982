import { auth } from "../../../backend/auth.ts";
import { FormError } from "../problem.ts";

const WRONG = "mfa_verification_failed";

/** Passes the second step with the six digits of an app. */
export async function verifyAppCode(typed: string): Promise<void> {
  const code = requireDigits(typed);
  const { data: factors, error } = await (await auth()).mfa.listFactors();
  if (error) throw error;
  // Most people have one app. With several, nobody should have to say which one they hold in their hand.
  for (const { id } of factors.totp) if (await verifyCodeOf(id, code)) return;
  throw new FormError("This code is wrong, or was used before. Please wait for the next one.", "code");
}

/** Returns false for a wrong code. */
export async function verifyCodeOf(factorId: string, code: string): Promise<boolean> {
  const { error } = await (await auth()).mfa.challengeAndVerify({ factorId, code });
  if (error && error.code !== WRONG) throw error;
  return !error;
}

/** Passes the second step with a recovery code, which works once. */
export async function verifyRecoveryCode(code: string): Promise<void> {
  if (!code.trim()) throw new FormError("Please enter one of your recovery codes.", "code");
  const { error } = await (await auth()).mfa.recoveryCodes.verify({ code });
  if (error?.code === WRONG) throw new FormError("This recovery code is wrong, or was used before.", "code");
  if (error) throw error;
}

export function requireDigits(typed: string): string {
  const code = typed.replace(/\s/g, "");
  if (!/^\d{6}$/.test(code)) throw new FormError("Please enter the six digits from your app.", "code");
  return code;
}
