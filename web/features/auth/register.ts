import { auth } from "../../backend/auth.ts";
import type { Proof } from "./challenge/challenge.ts";
import { confirmedPage } from "./use-mailed-link.ts";

/** An address that has an account already is answered like one that has none, and the page shows no difference. */
export async function register(email: string, password: string, proof: Proof): Promise<void> {
  const { error } = await auth().signUp({
    email,
    password,
    options: { ...proof, emailRedirectTo: confirmedPage() },
  });
  if (error) throw error;
}
