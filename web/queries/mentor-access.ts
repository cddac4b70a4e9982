import { useQuery } from "@tanstack/react-query";
import { tables } from "../backend/tables.ts";
import { useUser } from "./user.ts";

/** The rights of the caller in the pages of mentors, as check_mentor in database/rules/mentors.sql answers. */
export interface MentorAccess {
  readonly is_mentor: boolean;
  readonly is_admin: boolean;
  /** A mentor or an admin has no rights until they turn two-step login on. */
  readonly needs_two_step: boolean;
}

export const mentorAccessKey = (userId: string) => ["mentor-access", userId] as const;

export async function fetchMentorAccess(): Promise<MentorAccess> {
  const { data, error } = await tables().rpc("check_mentor").single();
  if (error) throw error;
  return data;
}

/** For the sidebar links; the guard uses useMentorCheck. */
export function useMentorAccess() {
  const { id } = useUser();
  return useQuery({ queryKey: mentorAccessKey(id), queryFn: fetchMentorAccess });
}

/** Checks again whenever a page is opened, because rights may be revoked at any time. */
export function useMentorCheck(page: string) {
  const { id } = useUser();
  return useQuery({
    queryKey: ["mentor-check", id, page],
    queryFn: fetchMentorAccess,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
