import { Refusal } from "../errors/refusal.ts";
import { verifyPassword } from "../passwords/hashing.ts";
import type { FunctionsDependencies } from "./dependencies.ts";
import { refusal } from "./errors.ts";

/** Counts wrong passwords per admin, so that nobody can guess the right one. */
export async function requireSuperAdminPassword(
  { database, limits }: Pick<FunctionsDependencies, "database" | "limits">,
  adminId: string,
  password: string,
): Promise<void> {
  const attempt = await limits.consume("super-admin password attempt", adminId, { userId: adminId });
  if (!attempt.allowed)
    throw new Refusal(429, `Too many tries. Please try again in ${attempt.retryAfterSeconds} seconds.`, {
      headers: { "retry-after": String(attempt.retryAfterSeconds) },
    });
  const { rows } = await database.query<{ password_hash: string }>(
    "select password_hash from private.super_admin_password",
  );
  if (!(await verifyPassword(password, rows[0]?.password_hash ?? null, adminId)))
    throw refusal(403, "Incorrect super-admin password.");
  await limits.refund("super-admin password attempt", adminId);
}
