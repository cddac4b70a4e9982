import type { Proof } from "./challenge/challenge.ts";
import { register } from "./register.ts";
import type { SentSignUp } from "./register-form.tsx";
import { sendConfirmation } from "./send-confirmation.ts";

/** Sends another mail for a sign-up: the same again if its password is known, or else one that asks for a new password. */
export async function sendSignUpMail(known: SentSignUp, email: string, proof: Proof): Promise<SentSignUp> {
  const { password, ids } = known;
  if (password === undefined) {
    await sendConfirmation(email, proof);
    return { email, ids };
  }
  return { email, password, ids: [...ids, await register(email, password, proof)] };
}
