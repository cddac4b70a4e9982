import { postForMail } from "../../backend/auth-calls.ts";
import { type Proof, securityOf } from "./challenge/challenge.ts";

export async function sendResetLink(email: string, proof: Proof): Promise<void> {
  const redirectTo = `${location.origin}/reset-password`;
  await postForMail("/recover", { email, ...securityOf(proof) }, { redirectTo, isRecovery: true });
}
