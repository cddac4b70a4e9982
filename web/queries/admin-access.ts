import { useQuery } from "@tanstack/react-query";
import { useUser } from "./user.ts";

/** "needs two-step": an admin who has no rights until they turn two-step login on. */
export type AdminAccess = "granted" | "needs two-step" | "none";

export const adminAccessKey = (userId: string) => ["admin-access", userId] as const;

export async function fetchAdminAccess(): Promise<AdminAccess> {
  // Loaded on demand, to keep every page with a sidebar light.
  const { functions } = await import("../backend/functions.ts");
  const { data, error } = await functions().invoke<{ isAdmin: boolean; twoStep?: "required" }>("check-admin");
  if (error) throw error;
  if (data?.isAdmin) return "granted";
  return data?.twoStep ? "needs two-step" : "none";
}

/** For the sidebar links; pages use useAdminCheck. */
export function useAdminAccess() {
  const { id } = useUser();
  return useQuery({ queryKey: adminAccessKey(id), queryFn: fetchAdminAccess });
}

/** Checks again whenever a page is opened, because admin rights may be revoked at any time. */
export function useAdminCheck(page: string) {
  const { id } = useUser();
  return useQuery({
    queryKey: ["admin-check", id, page],
    queryFn: fetchAdminAccess,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
