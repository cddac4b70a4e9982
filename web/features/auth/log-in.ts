import { auth } from "../../backend/auth.ts";
import type { Proof } from "./challenge/challenge.ts";
import { FormError } from "./problem.ts";

/** The client's name for a response without a session or a user. */
const NO_USER = "AuthInvalidTokenResponseError";

/** Returns whether the user is logged in. Otherwise, their second step is missing. */
export async function logIn(email: string, password: string, proof: Proof): Promise<boolean> {
  const { data, error } = await auth().signInWithPassword({ email, password, options: proof });
  if (error?.name === NO_USER || (!error && !data.user.id))
    throw new FormError("Please register before login!");
  if (error) throw error;
  // A new session has passed only the first step.
  return !data.user.factors?.some(({ status }) => status === "verified");
}
