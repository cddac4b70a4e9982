import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { importJWK, type JWTPayload, SignJWT } from "jose";
import ws from "ws";
import { queryAt } from "../world/cluster.ts";
import type { Server } from "../world/server.ts";

/** What tests of files need of the world: everybody whom a rule tells apart, with the official client. */

export const DOCUMENTS = "user-documents";

export interface Person {
  readonly id: string;
  readonly token: string;
  readonly client: SupabaseClient;
}

const WHO = ["student", "planned", "other", "expired", "admin", "formerAdmin"] as const;
export type Who = (typeof WHO)[number];
export interface World<S extends Server = Server> {
  readonly server: S;
  readonly people: Readonly<Record<Who, Person>>;
  query<T extends Record<string, unknown>>(text: string, values?: unknown[]): Promise<T[]>;
  letPlanEnd(who: Who): Promise<void>;
}

/** Everybody whom a rule tells apart, made anew at this server. */
export async function openWorld<S extends Server>(server: S): Promise<World<S>> {
  const query: World["query"] = (text, values = []) => queryAt(server.databaseUrl, text, values);
  const people = Object.fromEntries(
    await Promise.all(WHO.map(async (who) => [who, await newPerson(server)] as const)),
  ) as Record<Who, Person>;
  for (const who of ["planned", "other", "expired"] as const) await givePlan(server, people[who].id);
  const letPlanEnd: World["letPlanEnd"] = (who) => endPlan(server, people[who].id);
  await letPlanEnd("expired");
  await query("insert into private.admins (user_id, granted_by) select unnest($1::uuid[]), 'tests'", [
    [people.admin.id, people.formerAdmin.id],
  ]);
  await query("delete from private.admins where user_id = $1", [people.formerAdmin.id]);
  return { server, people, query, letPlanEnd };
}

/** Somebody with an account and a token as sign-in gives it, without the time that hashing a password takes. */
export async function newPerson(server: Server): Promise<Person> {
  const id = randomUUID();
  await queryAt(server.databaseUrl, "insert into auth.users (id, email) values ($1, $2)", [
    id,
    `${id}@example.org`,
  ]);
  return signedInAt(server, id);
}

/** A token of one server is good at another only where both have the same address, which these have not. */
export async function signedInAt(server: Server, id: string): Promise<Person> {
  const claims = { sub: id, email: `${id}@example.org`, role: "authenticated", session_id: randomUUID() };
  const token = await signToken(server, claims);
  const client = createClient(server.url, server.publishableKey, {
    accessToken: async () => token,
    realtime: { transport: ws as never },
  });
  return { id, token, client };
}

export async function signToken(server: Server, claims: JWTPayload): Promise<string> {
  const secrets = JSON.parse(await readFile(path.join(server.dataFolder, "secrets.json"), "utf8"));
  const [key] = secrets.signingKeys;
  const now = Math.floor(Date.now() / 1000);
  const config = (await (await fetch(`${server.url}/config.json`)).json()) as { backendUrl: string };
  const usual = { iss: `${config.backendUrl}/auth/v1`, aud: "authenticated", iat: now, exp: now + 3600 };
  return new SignJWT({ ...usual, ...claims })
    .setProtectedHeader({ alg: "ES256", kid: key.kid, typ: "JWT" })
    .sign(await importJWK(key, "ES256"));
}

export async function newStudentWithPlan(server: Server): Promise<Person> {
  const person = await newPerson(server);
  await givePlan(server, person.id);
  return person;
}

export async function givePlan(server: Server, id: string): Promise<void> {
  await queryAt(
    server.databaseUrl,
    `with profile as (
       insert into public.profiles (id, email, first_name, last_name, phone)
       select id, email, 'Asha', 'Gowda', '9000000000' from auth.users where id = $1 returning id
     )
     insert into public.user_plans (user_id, plan_level, plan_exam, plan_name)
     select id, 'ug', 'cet', 'Advanced' from profile`,
    [id],
  );
}

/** As when its time passed, and the job that stores so has not run. */
async function endPlan(server: Server, id: string): Promise<void> {
  await queryAt(
    server.databaseUrl,
    `begin; set local session_replication_role = replica;
     update public.user_plans set expires_at = now() - interval '1 second' where user_id = '${id}'; commit`,
  );
}

let time = 1_795_253_400_000;

/** As the product names a document: the student's folder, milliseconds, the original name. */
export function pathFor(person: Person, name = "marks.pdf"): string {
  return `${person.id}/${time++}_${name}`;
}

/** The official client in the hands of the operator, who has the secret key. */
export function operatorOf(server: Server): SupabaseClient {
  return createClient(server.url, server.secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: ws as never },
  });
}

export function bucketOf(person: Pick<Person, "client">): ReturnType<SupabaseClient["storage"]["from"]> {
  return person.client.storage.from(DOCUMENTS);
}

export function fileOf(bytes: Buffer, type: string, name = "marks.pdf"): File {
  return new File([new Uint8Array(bytes)], name, { type });
}
