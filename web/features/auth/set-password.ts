import { auth } from "../../backend/auth.ts";

/** Sets a new password and ends every other session of this user. */
export async function setPassword(password: string): Promise<void> {
  const { error } = await auth().updateUser({ password });
  if (error) throw error;
}
