import { randomBytes } from "node:crypto";
import type { Server } from "./server.ts";
import { queryAt, transactionAt } from "./sql.ts";

export const PASSWORD = "correct horse battery";

/** The argon2id hash of PASSWORD, with the parameters of server/passwords/hashing.ts and a fixed salt. */
const PASSWORD_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$bWFhcmdhIG9mIHRlc3RzIQ$98U3YLgrKulAhZLRvSoOIMjjRCY4OJnQxa8un2lShXU";

export interface Profile {
  readonly first_name: string;
  readonly last_name: string;
  readonly phone: string;
}

export interface Plan {
  readonly level: "ug" | "pg";
  readonly exam: "cet" | "neet";
  readonly name: "Basic" | "Medium" | "Advanced";
}

export const UG_CET_BASIC: Plan = { level: "ug", exam: "cet", name: "Basic" };
export const UG_CET_ADVANCED: Plan = { level: "ug", exam: "cet", name: "Advanced" };

export interface NewAccount {
  readonly email?: string;
  /** The fields that differ from the usual profile. Without them and without a plan, there is no profile. */
  readonly profile?: Partial<Profile>;
  readonly plan?: Plan;
  readonly isAdmin?: boolean;
}

export interface Account {
  readonly id: string;
  readonly email: string;
}

type Database = Pick<Server, "databaseUrl">;

export function newEmail(name = "student"): string {
  return `${name}-${randomBytes(5).toString("hex")}@example.org`;
}

/**
 * Creates a confirmed account with the password PASSWORD. It inserts the rows without the mail and the hashing of a
 * sign-up, which has tests of its own.
 */
export function createAccount({ databaseUrl }: Database, account: NewAccount = {}): Promise<Account> {
  const { email = newEmail(), profile, plan, isAdmin = false } = account;
  return transactionAt(databaseUrl, async (client) => {
    const { rows } = await client.query<Account>(
      `insert into auth.users (email, password_hash, email_confirmed_at) values ($1, $2, now())
       returning id, email`,
      [email, PASSWORD_HASH],
    );
    const [created] = rows as [Account];
    if (profile || plan) {
      const { first_name, last_name, phone } = {
        first_name: "Asha",
        last_name: "Gowda",
        phone: "9845000000",
        ...profile,
      };
      await client.query(
        `insert into public.profiles (id, email, first_name, last_name, phone) values ($1, $2, $3, $4, $5)`,
        [created.id, email, first_name, last_name, phone],
      );
    }
    if (plan) await client.query(ASSIGN_PLAN, [created.id, plan.level, plan.exam, plan.name]);
    if (isAdmin) await client.query(GRANT_ADMIN, [created.id]);
    return created;
  });
}

const ASSIGN_PLAN =
  "insert into public.user_plans (user_id, plan_level, plan_exam, plan_name) values ($1, $2, $3, $4)";
const GRANT_ADMIN = "insert into private.admins (user_id, granted_by) values ($1, 'tests')";

export async function assignPlan({ databaseUrl }: Database, id: string, plan: Plan): Promise<void> {
  await queryAt(databaseUrl, ASSIGN_PLAN, [id, plan.level, plan.exam, plan.name]);
}

/** Moves the expiry of the plan into the past. The job that records the end has not run yet. */
export async function endPlan({ databaseUrl }: Database, id: string): Promise<void> {
  await transactionAt(databaseUrl, async (client) => {
    await client.query("set local session_replication_role = replica");
    await client.query(
      "update public.user_plans set expires_at = now() - interval '1 second' where user_id = $1",
      [id],
    );
  });
}

export async function grantAdmin({ databaseUrl }: Database, id: string): Promise<void> {
  await queryAt(databaseUrl, GRANT_ADMIN, [id]);
}

export async function revokeAdmin({ databaseUrl }: Database, id: string): Promise<void> {
  await queryAt(databaseUrl, "delete from private.admins where user_id = $1", [id]);
}

/** Makes somebody a mentor who works all hours of every day, as the first mentor does. */
export async function grantMentor({ databaseUrl }: Database, id: string): Promise<void> {
  await queryAt(databaseUrl, "select private.grant_mentor($1, 'tests')", [id]);
  await queryAt(
    databaseUrl,
    `insert into mentor_hours select $1, weekday, '10:00', '22:00' from generate_series(1, 7) as weekday
     on conflict do nothing`,
    [id],
  );
}

/** Adds a call of 15 minutes that ignores the rules of bookings. */
export async function insertCall(
  { databaseUrl }: Database,
  call: { readonly student: string; readonly mentor: string; readonly start: Date },
): Promise<void> {
  await transactionAt(databaseUrl, async (client) => {
    await client.query("set local session_replication_role = replica");
    await client.query(
      `insert into slots (user_id, mentor_id, start_time, end_time)
       values ($1, $2, $3, $3::timestamptz + interval '15 minutes')`,
      [call.student, call.mentor, call.start],
    );
  });
}
