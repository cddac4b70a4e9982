import { randomInt } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { Config } from "../config.ts";
import { hashPassword, verifyPassword } from "../passwords/hashing.ts";
import type { Query, ServiceDatabase } from "../postgres/database.ts";
import { setSuperAdminPassword } from "./super-admin-password.ts";

type Settings = Pick<Config, "ADMIN_EMAIL" | "ADMIN_PASSWORD" | "SUPER_ADMIN_PASSWORD" | "MAARGA_DATA">;

/** Servers that start together take turns, so that one of them makes what the others then find. */
const LOCK = "first run";
// Without letters and digits that are mistaken for each other when they are copied by hand.
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

/**
 * Sees to it that somebody can sign in as an admin: with what the settings name, or with a made-up account where there
 * is no admin at all. What was made up is returned, to be shown once; it stands nowhere else than in first-run.txt.
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
    // Before the commit: what cannot be written down must not have been made.
    await writeFile(path.join(settings.MAARGA_DATA, "first-run.txt"), text, {
      mode: 0o600,
      flag: "a",
      flush: true,
    });
    return text;
  });
}

async function prepareAdmin(query: Query, settings: Settings): Promise<string[]> {
  const { rows } = await query<{ some: boolean; first_time: boolean }>(
    `select exists (select from private.admins) as some,
       not exists (select from private.super_admin_password) as first_time`,
  );
  const [found] = rows;
  // After the first time nobody is made up: an operator may have taken the last admin's rights on purpose.
  if (found?.some || !(found?.first_time || settings.ADMIN_EMAIL)) return [];
  const email = (settings.ADMIN_EMAIL ?? "admin@maarga.local").toLowerCase();
  const password = settings.ADMIN_PASSWORD ?? makePassword();
  // An account that is there already keeps its password; it only becomes an admin's.
  const { rowCount: made } = await query(
    `insert into auth.users (email, password_hash, email_confirmed_at) values ($1, $2, now())
     on conflict (email) do nothing`,
    [email, await hashPassword(password)],
  );
  await query(
    `insert into private.admins (user_id, granted_by)
     select id, 'first start' from auth.users where email = $1 and email_confirmed_at is not null`,
    [email],
  );
  return made > 0 && !settings.ADMIN_PASSWORD ? [`Admin: ${email}`, `Password: ${password}`] : [];
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
  const password = makePassword();
  await setSuperAdminPassword(query, password);
  return [`Super-admin password: ${password}`];
}

/** 78 bits, in groups that can be read out. */
function makePassword(): string {
  const letters = Array.from({ length: 16 }, () => LETTERS[randomInt(LETTERS.length)]).join("");
  return letters.replace(/(.{4})(?!$)/g, "$1-");
}
