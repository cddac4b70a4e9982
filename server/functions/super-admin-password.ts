import type { Limits } from "../limits/limits.ts";
import { verifyPassword } from "../passwords/hashing.ts";
import type { ServiceDatabase } from "../postgres/database.ts";
import { refusal } from "./errors.ts";

/** Passes with the right password. Wrong ones are counted by admin, so that nobody finds it by trying. */
export async function requireSuperAdminPassword(
  { database, limits }: { database: ServiceDatabase; limits: Limits },
  adminId: string,
  password: string,
): Promise<void> {
  const taken = await limits.consume("super-admin password attempt", adminId);
  if (!taken.allowed)
    throw refusal(429, `Too many tries. Please try again in ${taken.retryAfterSeconds} seconds.`);
  const { rows } = await database.query<{ password_hash: string }>(
    "select password_hash from private.super_admin_password",
  );
  if (!(await verifyPassword(password, rows[0]?.password_hash ?? null)))
    throw refusal(403, "Incorrect super-admin password.");
  await limits.refund("super-admin password attempt", adminId);
}
