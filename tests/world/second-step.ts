import { createHmac } from "node:crypto";
import { createClient, type Session, type SupabaseClient } from "@supabase/supabase-js";
import ws from "ws";
import { type Account, createAccount, type NewAccount, PASSWORD } from "./people.ts";
import type { Server } from "./server.ts";
import { queryAt } from "./sql.ts";

/** Any server of the tests, including those of the browser tests. */
type AnyServer = Pick<Server, "url" | "publishableKey" | "databaseUrl">;

/** Somebody who is signed in with the official client, and has an authenticator app. */
export interface TwoStepMember extends Account {
  readonly client: SupabaseClient;
  readonly factorId: string;
  readonly secret: string;
}

/** The official client of a visitor, with its calls for recovery codes, which have to be switched on. */
function createTwoStepClient(server: AnyServer): SupabaseClient {
  return createClient(server.url, server.publishableKey, {
    auth: {
      persistSession: false,
      autoRefreshToken: false,
      detectSessionInUrl: false,
      experimental: { recoveryCodes: true },
    },
    // Node 20 has no WebSocket, which the official client requires even if nothing uses it.
    realtime: { transport: ws as never },
  });
}

export async function signInWithFirstStep(server: AnyServer, email: string): Promise<SupabaseClient> {
  const client = createTwoStepClient(server);
  unwrap(await client.auth.signInWithPassword({ email, password: PASSWORD }));
  return client;
}

/** Creates an account that has just turned two-step sign-in on; its session has passed both steps. */
export async function createTwoStepMember(
  server: AnyServer,
  account: NewAccount = {},
): Promise<TwoStepMember> {
  const created = await createAccount(server, account);
  const client = await signInWithFirstStep(server, created.email);
  const { id, totp } = unwrap(await client.auth.mfa.enroll({ factorType: "totp" }));
  unwrap(await client.auth.mfa.challengeAndVerify({ factorId: id, code: codeOf(totp.secret) }));
  return { ...created, client, factorId: id, secret: totp.secret };
}

/** Passes the second step with the code of now, which may have been used before in the same half minute. */
export async function passSecondStep(
  server: AnyServer,
  client: SupabaseClient,
  { factorId, secret }: Pick<TwoStepMember, "factorId" | "secret">,
): Promise<void> {
  await allowCodeAgain(server, factorId);
  unwrap(await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) }));
}

export async function allowCodeAgain({ databaseUrl }: AnyServer, factorId: string): Promise<void> {
  await queryAt(databaseUrl, "update auth.factors set last_used_step = 0 where id = $1", [factorId]);
}

export async function sessionOf(client: SupabaseClient): Promise<Session> {
  const { session } = unwrap(await client.auth.getSession());
  if (!session) throw new Error("nobody is signed in with this client");
  return session;
}

/** Returns the code that an authenticator app shows, `steps` half minutes from now. */
export function codeOf(secret: string, steps = 0): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const hash = createHmac("sha1", key).update(counter).digest();
  const number = hash.readUInt32BE((hash.at(-1) as number) & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, "0");
}

/** Returns the data of the official client's response. */
export function unwrap<R extends { data: unknown; error: unknown }>(
  response: R,
): NonNullable<Extract<R, { error: null }>["data"]> {
  if (response.error) throw response.error;
  return response.data as NonNullable<Extract<R, { error: null }>["data"]>;
}

/** Makes every step of the user's sign-ins eleven minutes older. */
export async function ageSessions({ databaseUrl }: AnyServer, userId: string): Promise<void> {
  await queryAt(
    databaseUrl,
    `update auth.sessions set created_at = created_at - interval '11 minutes', amr = (
       select jsonb_agg(jsonb_set(entry, '{timestamp}', to_jsonb((entry ->> 'timestamp')::bigint - 660)))
       from jsonb_array_elements(amr) entry)
     where user_id = $1`,
    [userId],
  );
}
