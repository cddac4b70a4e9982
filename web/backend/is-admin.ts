import { useQuery } from "@tanstack/react-query";
import { functions } from "./functions.ts";
import { useUser } from "./user.ts";

async function fetchIsAdmin(): Promise<boolean> {
  const { data, error } = await functions().invoke<{ isAdmin: boolean }>("check-admin");
  if (error) throw error;
  return data?.isAdmin === true;
}

/** Asked of the server each time a page is opened: rights may be taken away at any moment. */
export function useIsAdmin() {
  const { id } = useUser();
  return useQuery({ queryKey: ["is-admin", id], queryFn: fetchIsAdmin, staleTime: 0 });
}
