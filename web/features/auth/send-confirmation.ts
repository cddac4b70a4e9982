import { postForMail } from "../../backend/auth-calls.ts";
import { type Proof, securityOf } from "./challenge/challenge.ts";
import { confirmationUrl } from "./use-mailed-link.ts";

/** Sends a mail that confirms the address, for people whose password this page does not know. It asks for a new one. */
export async function sendConfirmation(email: string, proof: Proof): Promise<void> {
  const body = { type: "signup", email, ...securityOf(proof) };
  await postForMail("/resend", body, { redirectTo: confirmationUrl() });
}
