import { randomBytes } from "node:crypto";
import { PostgrestClient } from "@supabase/postgrest-js";
import { solveChallenge } from "../world/challenge.ts";
import { linkIn, mailTo } from "./mailbox.ts";
import { ADMIN, type Server } from "./servers.ts";

export interface PlanChoice {
  readonly level: "ug" | "pg";
  readonly exam: "cet" | "neet";
  readonly name: "Basic" | "Medium" | "Advanced";
}

export interface Profile {
  readonly first_name: string;
  readonly last_name: string;
  readonly phone: string;
}

/** As the app keeps it in the browser. */
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
  /** The tables, with this person's own rights. */
  readonly tables: PostgrestClient;
}

export interface NewStudent {
  /** false: an account without a profile, as right after its address was confirmed. */
  readonly profile?: Partial<Profile> | false;
  readonly plan?: PlanChoice;
  /** The plan has run out. */
  readonly expired?: boolean;
}

export const PASSWORD = "correct horse battery";

export function newEmail(name = "student"): string {
  return `${name}-${randomBytes(5).toString("hex")}@example.org`;
}

/** Somebody who came all the way through the product's own doors: signed up, confirmed by mail, given a plan by an admin. */
export async function newStudent(server: Server, options: NewStudent = {}): Promise<Person> {
  const email = newEmail();
  await post(server, "/auth/v1/signup", { email, password: PASSWORD, ...(await captcha(server)) });
  const answer = await fetch(linkIn(await mailTo(server, email)), { redirect: "manual" });
  const student = personOf(server, PASSWORD, await sessionBehind(server, answer.headers.get("location")));
  if (options.profile === false) return student;
  const profile = { first_name: "Asha", last_name: "Gowda", phone: "9845000000", ...options.profile };
  await done(student.tables.from("profiles").insert({ id: student.id, email, ...profile }));
  if (options.plan) await givePlan(server, student, options.plan);
  if (options.expired) await endPlan(server, student);
  return student;
}

/** What the app makes of the fragment that a mailed link leads to. */
async function sessionBehind(server: Server, address: string | null): Promise<Session> {
  const tokens = Object.fromEntries(new URLSearchParams(address?.split("#")[1]));
  const { access_token = "", refresh_token = "" } = tokens;
  const user = await fetch(`${server.url}/auth/v1/user`, { headers: headersOf(server, access_token) });
  return {
    access_token,
    refresh_token,
    token_type: "bearer",
    expires_in: Number(tokens.expires_in),
    expires_at: Number(tokens.expires_at),
    user: (await user.json()) as Session["user"],
  };
}

export async function givePlan(server: Server, student: Person, plan: PlanChoice): Promise<void> {
  const admin = await signInAsAdmin(server);
  await done(admin.tables.rpc("assign_plan", { student: student.id, ...plan }));
}

/** As when its time has passed. */
export async function endPlan(server: Server, student: Person): Promise<void> {
  const over = new Date(Date.now() - 60_000).toISOString();
  await done(operatorOf(server).from("user_plans").update({ expires_at: over }).eq("user_id", student.id));
}

const admins = new Map<string, Promise<Person>>();

/** A session of the admin for this worker; one that a test signs out of should be its own: signInByPassword. */
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
  const body = { email, password, ...(await captcha(server)) };
  return personOf(
    server,
    password,
    (await post(server, "/auth/v1/token?grant_type=password", body)) as Session,
  );
}

/** The tables with the secret key, which row-level security does not hold back. */
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

async function captcha(server: Server): Promise<object> {
  if (!server.hasChallenge) return {};
  return { gotrue_meta_security: { captcha_token: await solveChallenge(server.url) } };
}

async function post(server: Server, address: string, body: object): Promise<unknown> {
  const answer = await fetch(server.url + address, {
    method: "POST",
    headers: { apikey: server.publishableKey, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${address} was refused: ${await answer.text()}`);
  return answer.json();
}

async function done(request: PromiseLike<{ error: Error | null }>): Promise<void> {
  const { error } = await request;
  if (error) throw error;
}
