import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { isRole, type Role } from "../../../../domain/roles.ts";
import { callFunction } from "../../../backend/call-function.ts";
import { tables } from "../../../backend/tables.ts";

const teamKey = ["team"] as const;

export interface Colleague {
  readonly userId: string;
  readonly email: string;
  /** Null without a profile. */
  readonly name: string | null;
  readonly role: Role;
  readonly grantedAt: Date;
  readonly grantedBy: string;
  readonly lastSeenAt: Date | null;
}

export interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly inviter: string;
  readonly expiresAt: Date;
}

export interface Team {
  readonly colleagues: readonly Colleague[];
  readonly invitations: readonly Invitation[];
  /** The roles that have each right. */
  readonly rights: ReadonlyMap<string, ReadonlySet<string>>;
}

async function fetchTeam(): Promise<Team> {
  const [colleagues, invitations, rights] = await Promise.all([
    tables().rpc("list_colleagues"),
    tables().rpc("list_invitations"),
    tables().rpc("list_role_rights"),
  ]);
  const error = colleagues.error ?? invitations.error ?? rights.error;
  if (error) throw error;
  const rolesOf = new Map<string, Set<string>>();
  for (const { right_name, role } of rights.data ?? [])
    rolesOf.set(right_name, (rolesOf.get(right_name) ?? new Set()).add(role));
  return {
    colleagues: (colleagues.data ?? []).map((row) => ({
      userId: row.user_id,
      email: row.email,
      name: row.name,
      role: toRole(row.role),
      grantedAt: new Date(row.granted_at),
      grantedBy: row.granted_by,
      lastSeenAt: row.last_seen_at ? new Date(row.last_seen_at) : null,
    })),
    invitations: (invitations.data ?? []).map((row) => ({
      id: row.id,
      email: row.email,
      role: toRole(row.role),
      inviter: row.inviter_email,
      expiresAt: new Date(row.expires_at),
    })),
    rights: rolesOf,
  };
}

function toRole(text: string): Role {
  return isRole(text) ? text : "viewer";
}

export function useTeam() {
  return useQuery({ queryKey: teamKey, queryFn: fetchTeam, staleTime: 0 });
}

export interface InviteRequest {
  readonly email: string;
  readonly role: Role;
  /** For admins only. */
  readonly superAdminPassword: string;
}

export function useInvite() {
  return useTeamChange((request: InviteRequest) => callFunction("invite-colleague", request));
}

export function useWithdraw() {
  return useTeamChange(async (invitation: string) => {
    const { error } = await tables().rpc("withdraw_invitation", { invitation });
    if (error) throw error;
  });
}

export interface Removal {
  readonly colleague: Colleague;
  /** For admins only. */
  readonly superAdminPassword: string;
}

/** Each role has its own way out, because mentors have bookings and admins are protected. */
export function useRemove() {
  return useTeamChange(async ({ colleague: { userId, role }, superAdminPassword }: Removal) => {
    if (role === "admin") {
      await callFunction("remove-admin", { userId, superAdminPassword });
      return;
    }
    const { error } =
      role === "mentor"
        ? await tables().rpc("revoke_mentor", { mentor: userId })
        : await tables().rpc("remove_colleague", { colleague: userId });
    if (error) throw error;
  });
}

function useTeamChange<Request>(change: (request: Request) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: teamKey }),
  });
}
