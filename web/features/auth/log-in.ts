import type { Session } from "@supabase/auth-js";
import { postForSession } from "../../backend/auth-calls.ts";
import { type Proof, securityOf } from "./challenge/challenge.ts";
import { FormError } from "./problem.ts";

/** The user may still have to pass their second step. */
export async function logIn(email: string, password: string, proof: Proof): Promise<Session> {
  const session = await postForSession("/token?grant_type=password", {
    email,
    password,
    ...securityOf(proof),
  });
  if (!session?.user?.id) throw new FormError("Please register before login!");
  return session;
}
