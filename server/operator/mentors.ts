import type { Query } from "../postgres/database.ts";
import { StartupError } from "../startup-error.ts";
import { requireUser } from "./admins.ts";

export async function grantMentor(query: Query, email: string, grantedBy: string): Promise<void> {
  await query("select private.grant_mentor($1, $2)", [await requireUser(query, email), grantedBy]);
}

/** Returns how many upcoming bookings have another mentor now, and for how many nobody is free. */
export async function revokeMentor(
  query: Query,
  email: string,
): Promise<{ moved: number; remaining: number }> {
  const userId = await requireUser(query, email);
  const mentors = await query("select from public.mentors where id = $1 and revoked_at is null", [userId]);
  if (mentors.rowCount === 0) throw new StartupError(`${email} is not a mentor`);
  const { rows } = await query<{ moved: number; remaining: number }>(
    "select moved, remaining from private.revoke_mentor($1)",
    [userId],
  );
  return rows[0] ?? { moved: 0, remaining: 0 };
}

export async function listMentors(
  query: Query,
): Promise<{ email: string; name: string; granted_at: Date; granted_by: string }[]> {
  const { rows } = await query<{ email: string; name: string; granted_at: Date; granted_by: string }>(
    `select email, name, granted_at, granted_by from public.mentors
     join auth.users on users.id = mentors.id where revoked_at is null order by email`,
  );
  return rows;
}
