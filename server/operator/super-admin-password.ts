import { hashPassword } from "../passwords/hashing.ts";
import type { Query } from "../postgres/database.ts";
import { StartupError } from "../startup-error.ts";

const MIN_LENGTH = 8;

export async function setSuperAdminPassword(query: Query, password: string): Promise<void> {
  if ([...password].length < MIN_LENGTH)
    throw new StartupError(`the super-admin password needs at least ${MIN_LENGTH} characters`);
  await query(
    `insert into private.super_admin_password (password_hash) values ($1)
     on conflict (only_row) do update set password_hash = excluded.password_hash, changed_at = now()`,
    [await hashPassword(password)],
  );
}
