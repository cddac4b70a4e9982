import { auth } from "../../backend/auth.ts";
import type { Proof } from "./challenge/challenge.ts";
import { confirmationUrl } from "./use-mailed-link.ts";

/**
 * Signs up, and returns the id of the sign-up. There is no account before the address is confirmed, and the response does not
 * reveal whether the address already has one.
 */
export async function register(email: string, password: string, proof: Proof): Promise<string> {
  const { data, error } = await auth().signUp({
    email,
    password,
    options: { ...proof, emailRedirectTo: confirmationUrl() },
  });
  if (error) throw error;
  return (data.user as { id: string }).id;
}
