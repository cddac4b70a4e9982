import { verifyPassword } from "../passwords/hashing.ts";
import type { FunctionsDependencies } from "./dependencies.ts";
import { refusal } from "./errors.ts";
import { requireLimit } from "./require-limit.ts";

const WRONG_PASSWORD = "Incorrect super-admin password.";

/** Counts wrong passwords per admin, so that nobody can guess the right one. An empty field is no guess. */
export async function requireSuperAdminPassword(
  { database, limits }: Pick<FunctionsDependencies, "database" | "limits">,
  adminId: string,
  password: string,
): Promise<void> {
  if (password === "") throw refusal(403, WRONG_PASSWORD);
  await requireLimit({ limits }, "super-admin password attempt", adminId, "tries");
  const { rows } = await database.query<{ password_hash: string }>(
    "select password_hash from private.super_admin_password",
  );
  if (!(await verifyPassword(password, rows[0]?.password_hash ?? null, adminId)))
    throw refusal(403, WRONG_PASSWORD);
  await limits.giveBack("super-admin password attempt", adminId);
}
