import type { ApiDatabase, Caller } from "../postgres/database.ts";

/** Whether the caller is an admin at this moment: asked of the database each time, never read from the token. */
export async function isAdmin(database: ApiDatabase, caller: Caller): Promise<boolean> {
  if (caller.role !== "authenticated") return false;
  const { rows } = await database.asCaller<{ is_admin: boolean }>(caller, {
    name: "is-admin",
    text: "select private.is_admin() as is_admin",
  });
  return rows[0]?.is_admin === true;
}
