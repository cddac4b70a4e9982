import { auth } from "../../backend/auth.ts";
import type { Proof } from "./challenge/challenge.ts";
import { confirmedPage } from "./use-mailed-link.ts";

/** The mail of a registration, once more. The link before it is over then. */
export async function sendConfirmation(email: string, proof: Proof): Promise<void> {
  const { error } = await auth().resend({
    type: "signup",
    email,
    options: { ...proof, emailRedirectTo: confirmedPage() },
  });
  if (error) throw error;
}
