import { verifyPassword } from "../passwords/hashing.ts";
import type { FunctionsDependencies } from "./dependencies.ts";
import { refusal } from "./errors.ts";
import { requireLimit } from "./require-limit.ts";

/** Counts wrong passwords per admin, so that nobody can guess the right one. */
export async function requireSuperAdminPassword(
  { database, limits }: Pick<FunctionsDependencies, "database" | "limits">,
  adminId: string,
  password: string,
): Promise<void> {
  await requireLimit({ limits }, "super-admin password attempt", adminId, "tries");
  const { rows } = await database.query<{ password_hash: string }>(
    "select password_hash from private.super_admin_password",
  );
  if (!(await verifyPassword(password, rows[0]?.password_hash ?? null, adminId)))
    throw refusal(403, "Incorrect super-admin password.");
  await limits.refund("super-admin password attempt", adminId);
}
