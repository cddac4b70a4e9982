import { auth } from "../../backend/auth.ts";
import type { Proof } from "./challenge/challenge.ts";
import { confirmationUrl } from "./use-mailed-link.ts";

/** Sends the confirmation mail again. The previous link stops working. */
export async function sendConfirmation(email: string, proof: Proof): Promise<void> {
  const { error } = await auth().resend({
    type: "signup",
    email,
    options: { ...proof, emailRedirectTo: confirmationUrl() },
  });
  if (error) throw error;
}
