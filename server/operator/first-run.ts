import { randomInt } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { Config } from "../config.ts";
import { hashPassword, verifyPassword } from "../passwords/hashing.ts";
import type { Query, ServiceDatabase } from "../postgres/database.ts";
import { setSuperAdminPassword } from "./super-admin-password.ts";

type Settings = Pick<Config, "ADMIN_EMAIL" | "ADMIN_PASSWORD" | "SUPER_ADMIN_PASSWORD" | "MAARGA_DATA">;

/** Servers that start together take turns: the first creates the admin, the others find it. */
const LOCK = "first run";
// Leaves out letters and digits that look alike.
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

/**
 * Creates the first admin: from the settings or, if there is no admin at all, with generated credentials. Returns the
 * generated credentials, to be shown once; they are stored in first-run.txt only.
 */
export async function prepareFirstAdmin(
  database: ServiceDatabase,
  settings: Settings,
): Promise<string | undefined> {
  return database.transaction(async (query) => {
    await query("select pg_advisory_xact_lock(hashtext($1))", [LOCK]);
    const lines = [
      ...(await prepareAdmin(query, settings)),
      ...(await prepareSuperAdminPassword(query, settings)),
    ];
    if (lines.length === 0) return undefined;
    const text = `${lines.join("\n")}\n`;
    // Written before the commit, because credentials that cannot be stored must not exist.
    await writeFile(path.join(settings.MAARGA_DATA, "first-run.txt"), text, {
      mode: 0o600,
      flag: "a",
      flush: true,
    });
    return text;
  });
}

async function prepareAdmin(query: Query, settings: Settings): Promise<string[]> {
  const { rows } = await query<{ has_admin: boolean; first_time: boolean }>(
    `select exists (select from private.admins) as has_admin,
       not exists (select from private.super_admin_password) as first_time`,
  );
  const [found] = rows;
  // Only the first start generates an admin: later, an operator may have revoked the last one on purpose.
  if (found?.has_admin || !(found?.first_time || settings.ADMIN_EMAIL)) return [];
  const email = (settings.ADMIN_EMAIL ?? "admin@maarga.local").toLowerCase();
  const password = settings.ADMIN_PASSWORD ?? generatePassword();
  // An existing account becomes an admin and keeps its password.
  const { rowCount: added } = await query(
    `insert into auth.users (email, password_hash, email_confirmed_at) values ($1, $2, now())
     on conflict (email) do nothing`,
    [email, await hashPassword(password)],
  );
  await query(
    `insert into private.admins (user_id, granted_by)
     select id, 'first start' from auth.users where email = $1 and email_confirmed_at is not null`,
    [email],
  );
  return added > 0 && !settings.ADMIN_PASSWORD ? [`Admin: ${email}`, `Password: ${password}`] : [];
}

async function prepareSuperAdminPassword(query: Query, settings: Settings): Promise<string[]> {
  const { rows } = await query<{ password_hash: string }>(
    "select password_hash from private.super_admin_password",
  );
  const current = rows[0]?.password_hash;
  const given = settings.SUPER_ADMIN_PASSWORD;
  if (given) {
    if (!current || !(await verifyPassword(given, current))) await setSuperAdminPassword(query, given);
    return [];
  }
  if (current) return [];
  const password = generatePassword();
  await setSuperAdminPassword(query, password);
  return [`Super-admin password: ${password}`];
}

/** Generates a password with 78 bits, in groups that are easy to read out. */
function generatePassword(): string {
  const letters = Array.from({ length: 16 }, () => LETTERS[randomInt(LETTERS.length)]).join("");
  return letters.replace(/(.{4})(?!$)/g, "$1-");
}
