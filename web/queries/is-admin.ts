import { useQuery } from "@tanstack/react-query";
import { functions } from "../backend/functions.ts";
import { useUser } from "./user.ts";

async function fetchIsAdmin(): Promise<boolean> {
  const { data, error } = await functions().invoke<{ isAdmin: boolean }>("check-admin");
  if (error) throw error;
  return data?.isAdmin === true;
}

/** For the sidebar links; pages use useAdminCheck. */
export function useIsAdmin() {
  const { id } = useUser();
  return useQuery({ queryKey: ["is-admin", id], queryFn: fetchIsAdmin });
}

/** Checks again whenever a page is opened, because admin rights may be revoked at any time. */
export function useAdminCheck(page: string) {
  const { id } = useUser();
  return useQuery({
    queryKey: ["admin-check", id, page],
    queryFn: fetchIsAdmin,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
