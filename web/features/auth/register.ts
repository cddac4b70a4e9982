import { postForMail } from "../../backend/auth-calls.ts";
import { type Proof, securityOf } from "./challenge/challenge.ts";
import { confirmationUrl } from "./use-mailed-link.ts";

/**
 * Signs up, and returns the id of the sign-up. There is no account before the address is confirmed, and the response does not
 * reveal whether the address already has one.
 */
export async function register(email: string, password: string, proof: Proof): Promise<string> {
  const body = { email, password, data: {}, ...securityOf(proof) };
  const user = await postForMail<{ id: string }>("/signup", body, { redirectTo: confirmationUrl() });
  return user.id;
}
