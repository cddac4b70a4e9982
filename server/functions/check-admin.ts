import type { ApiDatabase, Caller, Query } from "../postgres/database.ts";
import { refusal } from "./errors.ts";

const IS_ADMIN = "select private.is_admin() as is_admin";

export const notAdmin = () => refusal(403, "You are not authorized to access this page");

/** Whether the caller is an admin at this moment: asked of the database each time, never read from the token. */
export async function isAdmin(database: ApiDatabase, caller: Caller): Promise<boolean> {
  if (caller.role !== "authenticated") return false;
  const { rows } = await database.asCaller<{ is_admin: boolean }>(caller, {
    name: "is-admin",
    text: IS_ADMIN,
  });
  return rows[0]?.is_admin === true;
}

/** In the transaction of a deed: whose right was taken away while his megabytes came in has none any more. */
export async function requireAdmin(query: Query): Promise<void> {
  const { rows } = await query<{ is_admin: boolean }>(IS_ADMIN);
  if (!rows[0]?.is_admin) throw notAdmin();
}
