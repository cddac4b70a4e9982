import { auth } from "../../backend/auth.ts";

/**
 * Sets a new password and ends every other session of this user. The current password is not needed for ten minutes
 * after a sign-in with a mailed link or code.
 */
export async function setPassword(password: string, currentPassword: string | undefined): Promise<void> {
  const { error } = await (await auth()).updateUser({
    password,
    ...(currentPassword && { current_password: currentPassword }),
  });
  if (error) throw error;
}
