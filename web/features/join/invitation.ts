import { useMutation, useQuery } from "@tanstack/react-query";
import { isRole, type Role } from "../../../domain/roles.ts";
import { tables } from "../../backend/tables.ts";

export interface Invitation {
  readonly email: string;
  readonly role: Role;
  readonly inviter: string;
  readonly expiresAt: Date;
  /** False if the caller is logged in with another address. */
  readonly isForCaller: boolean;
}

/** Null if the link does not work any more. */
async function readInvitation(token: string): Promise<Invitation | null> {
  const { data, error } = await tables().rpc("read_invitation", { token });
  if (error) throw error;
  const [row] = data;
  if (!row || !isRole(row.role)) return null;
  return {
    email: row.email,
    role: row.role,
    inviter: row.inviter_email,
    expiresAt: new Date(row.expires_at),
    isForCaller: row.is_for_caller,
  };
}

export function useInvitation(token: string) {
  return useQuery({ queryKey: ["invitation", token], queryFn: () => readInvitation(token), staleTime: 0 });
}

export function useAccept() {
  return useMutation({
    mutationFn: async (token: string) => {
      const { error } = await tables().rpc("accept_invitation", { token });
      if (error) throw error;
    },
  });
}
