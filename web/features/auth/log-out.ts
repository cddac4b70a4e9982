import { auth } from "../../backend/auth.ts";

/** Ends all sessions of this person. Where that fails, at least this device forgets him, and the error says so. */
export async function logOut(): Promise<void> {
  const { error } = await auth().signOut();
  if (error) await auth().signOut({ scope: "local" });
  localStorage.clear();
  sessionStorage.clear();
  if (error) throw error;
}
