import { auth } from "../../backend/auth.ts";
import type { Proof } from "./challenge/challenge.ts";
import { confirmationUrl } from "./use-mailed-link.ts";

/** Sends a mail that confirms the address, for people whose password this page does not know. It asks for a new one. */
export async function sendConfirmation(email: string, proof: Proof): Promise<void> {
  const { error } = await auth().resend({
    type: "signup",
    email,
    options: { ...proof, emailRedirectTo: confirmationUrl() },
  });
  if (error) throw error;
}
