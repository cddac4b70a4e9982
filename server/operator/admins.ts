import type { Query } from "../postgres/database.ts";
import { StartupError } from "../startup-error.ts";

export async function grantAdmin(query: Query, email: string, grantedBy: string): Promise<void> {
  await query(
    "insert into private.admins (user_id, granted_by) values ($1, $2) on conflict (user_id) do nothing",
    [await requireUser(query, email), grantedBy],
  );
}

export async function revokeAdmin(query: Query, email: string): Promise<void> {
  const { rowCount } = await query("delete from private.admins where user_id = $1", [
    await requireUser(query, email),
  ]);
  if (rowCount === 0) throw new StartupError(`${email} is not an admin`);
}

export async function listAdmins(
  query: Query,
): Promise<{ email: string; granted_at: Date; granted_by: string }[]> {
  const { rows } = await query<{ email: string; granted_at: Date; granted_by: string }>(
    `select email, granted_at, granted_by from private.admins
     join auth.users on users.id = admins.user_id order by email`,
  );
  return rows;
}

export async function requireUser(query: Query, email: string): Promise<string> {
  const { rows } = await query<{ id: string }>(
    "select id from auth.users where email = lower($1) and email_confirmed_at is not null",
    [email],
  );
  const [user] = rows;
  if (!user) throw new StartupError(`no account with a confirmed address ${email}`);
  return user.id;
}
