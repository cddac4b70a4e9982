import { auth } from "../../backend/auth.ts";
import type { Proof } from "./challenge/challenge.ts";
import { confirmationUrl } from "./use-mailed-link.ts";

/** Creates an account. The response does not reveal whether the address already has one. */
export async function register(email: string, password: string, proof: Proof): Promise<void> {
  const { error } = await auth().signUp({
    email,
    password,
    options: { ...proof, emailRedirectTo: confirmationUrl() },
  });
  if (error) throw error;
}
