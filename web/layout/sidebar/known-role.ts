import { useEffect } from "react";
import { useUser } from "../../queries/user.ts";
import { withStorage } from "../drafts/draft-keys.ts";

const KEYS = { admin: "maarga-admin", mentor: "maarga-mentor" };

/**
 * Returns whether the user had the role when the server last answered, so that admins and mentors keep their links when
 * it does not answer. Logging out forgets it. The links give no rights.
 */
export function useHadRole(role: keyof typeof KEYS, hasRole: boolean | undefined): boolean {
  const { id } = useUser();
  const key = KEYS[role];
  useEffect(() => {
    if (hasRole) withStorage(() => localStorage.setItem(key, id));
    else if (hasRole === false) withStorage(() => localStorage.removeItem(key));
  }, [hasRole, id, key]);
  return withStorage(() => localStorage.getItem(key) === id) ?? false;
}
