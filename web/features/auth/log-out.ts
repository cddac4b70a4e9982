import { auth } from "../../backend/auth.ts";
import { dropKept } from "../../layout/kept/drop-kept.ts";

/** Keys that belong to the device and not to the account: the documents ticked in the guides. */
const KEPT_KEYS = ["guide-ticks"];

/** Ends all sessions of this user. If that fails, the session on this device still ends, and the error is thrown. */
export async function logOut(): Promise<void> {
  // First: without a connection, the rest takes a while.
  await dropKept();
  const { error } = await auth().signOut();
  if (error) await auth().signOut({ scope: "local" });
  for (const key of Object.keys(localStorage)) if (!KEPT_KEYS.includes(key)) localStorage.removeItem(key);
  sessionStorage.clear();
  if (error) throw error;
}
