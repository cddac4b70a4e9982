import { auth } from "../../backend/auth.ts";
import type { Proof } from "./challenge/challenge.ts";

export async function sendResetLink(email: string, proof: Proof): Promise<void> {
  const { error } = await auth().resetPasswordForEmail(email, {
    ...proof,
    redirectTo: `${location.origin}/reset-password`,
  });
  if (error) throw error;
}
