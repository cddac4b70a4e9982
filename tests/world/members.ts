import { readFile } from "node:fs/promises";
import path from "node:path";
import type { SupabaseClient } from "@supabase/supabase-js";
import { importJWK, type JWTPayload, SignJWT } from "jose";
import { createMemberClient } from "./clients.ts";
import {
  type Account,
  createAccount,
  endPlan,
  type NewAccount,
  newEmail,
  revokeAdmin,
  UG_CET_ADVANCED,
} from "./people.ts";
import type { Server } from "./server.ts";
import { queryAt } from "./sql.ts";

/** A person who is signed in, with the official client. */
export interface Member extends Account {
  readonly token: string;
  readonly client: SupabaseClient;
}

export async function createMember(server: Server, account: NewAccount = {}): Promise<Member> {
  return signInAt(server, await createAccount(server, account));
}

export function createStudent(server: Server): Promise<Member> {
  return createMember(server, { plan: UG_CET_ADVANCED });
}

/** Signs a person in without a request. A token of one server is valid at another only if both have one address. */
export async function signInAt(server: Server, { id, email }: Account): Promise<Member> {
  const [session] = await queryAt<{ id: string }>(
    server.databaseUrl,
    "insert into auth.sessions (user_id, method) values ($1, 'password') returning id",
    [id],
  );
  const token = await signToken(server, { sub: id, email, role: "authenticated", session_id: session?.id });
  return { id, email, token, client: createMemberClient(server, token) };
}

/** Signs any claims with the key of the server. */
export async function signToken(server: Server, claims: JWTPayload): Promise<string> {
  const { signingKeys } = await readSecrets(server);
  const [key] = signingKeys;
  const now = Math.floor(Date.now() / 1000);
  const config = (await (await fetch(`${server.url}/config.json`)).json()) as { backendUrl: string };
  const usual = { iss: `${config.backendUrl}/auth/v1`, aud: "authenticated", iat: now, exp: now + 3600 };
  return new SignJWT({ ...usual, ...claims })
    .setProtectedHeader({ alg: "ES256", kid: key.kid, typ: "JWT" })
    .sign(await importJWK(key, "ES256"));
}

// biome-ignore lint/suspicious/noExplicitAny: the file is the server's own
export async function readSecrets({ dataFolder }: Server): Promise<any> {
  return JSON.parse(await readFile(path.join(dataFolder, "secrets.json"), "utf8"));
}

/** A person for each case that the rules distinguish. */
const ACCOUNTS = {
  /** Has neither a profile nor a plan. */
  student: {},
  planned: { plan: UG_CET_ADVANCED },
  other: { plan: UG_CET_ADVANCED },
  /** Had a plan, which has ended. */
  expired: { plan: UG_CET_ADVANCED },
  admin: { isAdmin: true },
  formerAdmin: { isAdmin: true },
} as const satisfies Record<string, NewAccount>;

export type Who = keyof typeof ACCOUNTS;

export interface World<S extends Server = Server> {
  readonly server: S;
  readonly people: Readonly<Record<Who, Member>>;
  query<T extends Record<string, unknown>>(text: string, values?: unknown[]): Promise<T[]>;
}

/** Adds all these people to a server. */
export async function createWorld<S extends Server>(server: S): Promise<World<S>> {
  const names = Object.keys(ACCOUNTS) as Who[];
  const members = await Promise.all(
    names.map(async (who) => {
      return [
        who,
        await createMember(server, { ...ACCOUNTS[who], email: newEmail(who.toLowerCase()) }),
      ] as const;
    }),
  );
  const people = Object.fromEntries(members) as Record<Who, Member>;
  await Promise.all([endPlan(server, people.expired.id), revokeAdmin(server, people.formerAdmin.id)]);
  return { server, people, query: (text, values) => queryAt(server.databaseUrl, text, values) };
}
