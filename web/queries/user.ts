import type { User } from "@supabase/auth-js";
import { useSession } from "../backend/session.ts";

/** Returns the signed-in user. Only for components inside the session guard. */
export function useUser(): User {
  const session = useSession();
  if (session.status !== "signed-in") throw new Error("useUser requires the session guard");
  return session.session.user;
}
