import { PostgrestClient } from "@supabase/postgrest-js";
import { solveChallenge } from "../world/challenge.ts";
import { createAccount, endPlan, PASSWORD, type Plan, type Profile } from "../world/people.ts";
import { ADMIN, type Server } from "./servers.ts";

/** The session in the app's own format in localStorage. */
export interface Session {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly token_type: string;
  readonly expires_in: number;
  readonly expires_at: number;
  readonly user: { readonly id: string; readonly email: string };
}

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly origin: string;
  readonly session: Session;
  /** A client for the tables, with this person's rights. */
  readonly tables: PostgrestClient;
}

export interface NewStudent {
  /** `false` leaves the profile out, as right after the email address is confirmed. */
  readonly profile?: Partial<Profile> | false;
  readonly plan?: Plan;
  /** Ends the plan. */
  readonly expired?: boolean;
}

/** Inserts the rows of an account, and signs in. Sign-up itself is tested in auth-register.spec.ts. */
export async function newStudent(server: Server, options: NewStudent = {}): Promise<Person> {
  const { profile, plan, expired = false } = options;
  const { email } = await createAccount(server, profile === false ? {} : { profile: { ...profile } });
  const student = await signInByPassword(server, { email, password: PASSWORD });
  if (plan) await assignPlan(server, student, plan);
  if (expired) await endPlan(server, student.id);
  return student;
}

/** Assigns the plan as the admin does, with an entry in the audit log. */
export async function assignPlan(server: Server, student: Person, plan: Plan): Promise<void> {
  const admin = await signInAsAdmin(server);
  await throwOnError(admin.tables.rpc("assign_plan", { student: student.id, ...plan }));
}

const admins = new Map<string, Promise<Person>>();

/** Returns the admin session that all tests of a worker share. A test that signs out uses signInByPassword. */
export function signInAsAdmin(server: Server): Promise<Person> {
  let admin = admins.get(server.url);
  if (!admin) {
    admin = signInByPassword(server, ADMIN);
    admins.set(server.url, admin);
  }
  return admin;
}

export async function signInByPassword(
  server: Server,
  { email, password }: { email: string; password: string },
): Promise<Person> {
  const body = { email, password, ...(await challengeToken(server)) };
  return personOf(
    server,
    password,
    (await post(server, "/auth/v1/token?grant_type=password", body)) as Session,
  );
}

/** A client for the tables with the secret key, which bypasses row-level security. */
export function operatorOf(server: Server): PostgrestClient {
  return new PostgrestClient(`${server.url}/rest/v1`, { headers: { apikey: server.secretKey } });
}

function personOf(server: Server, password: string, session: Session): Person {
  const { user, access_token } = session;
  const tables = new PostgrestClient(`${server.url}/rest/v1`, { headers: headersOf(server, access_token) });
  return { id: user.id, email: user.email, password, origin: server.url, session, tables };
}

function headersOf(server: Server, token: string): Record<string, string> {
  return { apikey: server.publishableKey, authorization: `Bearer ${token}` };
}

async function challengeToken(server: Server): Promise<object> {
  if (!server.hasChallenge) return {};
  return { gotrue_meta_security: { captcha_token: await solveChallenge(server.url) } };
}

async function post(server: Server, address: string, body: object): Promise<unknown> {
  const response = await fetch(server.url + address, {
    method: "POST",
    headers: { apikey: server.publishableKey, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${address}: ${await response.text()}`);
  return response.json();
}

async function throwOnError(request: PromiseLike<{ error: Error | null }>): Promise<void> {
  const { error } = await request;
  if (error) throw error;
}
