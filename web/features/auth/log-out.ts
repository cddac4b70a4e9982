import { auth } from "../../backend/auth.ts";

/** Ends all sessions of this user. If that fails, the session on this device still ends, and the error is thrown. */
export async function logOut(): Promise<void> {
  const { error } = await auth().signOut();
  if (error) await auth().signOut({ scope: "local" });
  localStorage.clear();
  sessionStorage.clear();
  if (error) throw error;
}
