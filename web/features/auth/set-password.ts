import { auth } from "../../backend/auth.ts";

/** Every other session of this person ends with it. */
export async function setPassword(password: string): Promise<void> {
  const { error } = await auth().updateUser({ password });
  if (error) throw error;
}
