import type { User } from "@supabase/auth-js";
import { useSession } from "../backend/session.ts";

/** Who is signed in. For what stands behind the guard: there is always somebody there. */
export function useUser(): User {
  const session = useSession();
  if (session.status !== "signed-in") throw new Error("nobody is signed in behind the guard");
  return session.session.user;
}
