import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { tables } from "../../../backend/tables.ts";

const mentorsKey = ["mentors"] as const;

export interface Mentor {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly isActive: boolean;
  readonly grantedAt: Date;
  readonly grantedBy: string;
  /** Null for a mentor; others have lost the rights. */
  readonly revokedAt: Date | null;
  /** The number of coming calls. */
  readonly upcoming: number;
}

async function fetchMentors(): Promise<Mentor[]> {
  const { data, error } = await tables()
    .rpc("list_mentors")
    .select("id, email, name, active, granted_at, granted_by, revoked_at, upcoming");
  if (error) throw error;
  return data.map((row) => ({
    id: row.id,
    email: row.email,
    name: row.name,
    isActive: row.active,
    grantedAt: new Date(row.granted_at),
    grantedBy: row.granted_by,
    revokedAt: row.revoked_at ? new Date(row.revoked_at) : null,
    upcoming: row.upcoming,
  }));
}

export function useMentors() {
  return useQuery({ queryKey: mentorsKey, queryFn: fetchMentors });
}

async function grantMentor(email: string): Promise<void> {
  const { error } = await tables().rpc("grant_mentor", { email });
  if (error) throw error;
}

async function revokeMentor(mentor: string): Promise<{ moved: number; remaining: number }> {
  const { data, error } = await tables().rpc("revoke_mentor", { mentor }).single();
  if (error) throw error;
  return data;
}

export function useGrantMentor() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: grantMentor,
    onSettled: () => queryClient.invalidateQueries({ queryKey: mentorsKey }),
  });
}

export function useRevokeMentor() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: revokeMentor,
    onSettled: () => queryClient.invalidateQueries({ queryKey: mentorsKey }),
  });
}
