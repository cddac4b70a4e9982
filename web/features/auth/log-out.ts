import { auth } from "../../backend/auth.ts";
import { dropKept } from "../../layout/kept/drop-kept.ts";

/** Keys that belong to the device and not to the account: the documents ticked in the guides. */
const KEPT_KEYS = ["guide-ticks"];

/** Ends all sessions of this user. If that fails, the session on this device still ends, and the error is thrown. */
export async function logOut(): Promise<void> {
  // First: without a connection, the rest takes a while.
  await dropKept();
  const error = await endSessions();
  for (const key of Object.keys(localStorage)) if (!KEPT_KEYS.includes(key)) localStorage.removeItem(key);
  sessionStorage.clear();
  if (error) throw error;
}

/** Returns the error. Without the client, which could not be loaded, the session on this device ends all the same. */
async function endSessions(): Promise<unknown> {
  try {
    const client = await auth();
    const { error } = await client.signOut();
    if (error) await client.signOut({ scope: "local" });
    return error;
  } catch (error) {
    return error;
  }
}
