import { useQuery } from "@tanstack/react-query";
import { tables } from "../backend/tables.ts";
import { useUser } from "./user.ts";

/** The rights of the caller, as check_rights in database/rules/colleagues.sql answers. */
export interface ColleagueAccess {
  /** As in private.role_rights in database/rules/identity.sql. */
  readonly rights: readonly string[];
  /** A colleague has no rights until they turn two-step login on. */
  readonly needs_two_step: boolean;
}

export const colleagueAccessKey = (userId: string) => ["colleague-access", userId] as const;

export async function fetchColleagueAccess(): Promise<ColleagueAccess> {
  const { data, error } = await tables().rpc("check_rights").single();
  if (error) throw error;
  return data;
}

/** For the sidebar links; the guard uses useRightsCheck. */
export function useColleagueAccess() {
  const { id } = useUser();
  return useQuery({ queryKey: colleagueAccessKey(id), queryFn: fetchColleagueAccess });
}

/** Checks again whenever a page is opened, because rights may be revoked at any time. */
export function useRightsCheck(page: string) {
  const { id } = useUser();
  return useQuery({
    queryKey: ["rights-check", id, page],
    queryFn: fetchColleagueAccess,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
