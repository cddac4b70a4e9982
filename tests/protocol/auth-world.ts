import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import PostalMime from "postal-mime";
import { vi } from "vitest";
import ws from "ws";
import { queryAt } from "../world/cluster.ts";
import type { Server } from "../world/server.ts";

/** What tests of sign-in need of the world: people, their clients, their mailboxes, and the bare wire. */

export const PASSWORD = "correct horse battery";
export const NEW_SHAPE = { "x-supabase-api-version": "2024-01-01" };

export function newEmail(name = "student"): string {
  return `${name}-${randomBytes(5).toString("hex")}@example.org`;
}

/** The official client, as a browser would use it but for the storage that Node has not. */
export function clientOf(server: Server): SupabaseClient {
  return createClient(server.url, server.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    realtime: { transport: ws as never },
  });
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: whatever came over the wire, to be looked at by expectations
  readonly body: any;
}

export interface Call {
  readonly method?: string;
  readonly json?: unknown;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request under /auth/v1 with the publishable key, and the answer as it came. */
export async function call(server: Server, address: string, options: Call = {}): Promise<Answer> {
  const body = options.text ?? (options.json === undefined ? undefined : JSON.stringify(options.json));
  const answer = await fetch(`${server.url}/auth/v1${address}`, {
    method: options.method ?? (body === undefined ? "GET" : "POST"),
    redirect: "manual",
    headers: {
      apikey: server.publishableKey,
      ...(body !== undefined && { "content-type": "application/json;charset=UTF-8" }),
      ...options.headers,
    },
    ...(body !== undefined && { body }),
  });
  const text = await answer.text();
  const isJson = answer.headers.get("content-type")?.startsWith("application/json");
  return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text };
}

export function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}

/** What its link says it is for; a mail without one carries a code to type in. */
export type MailKind = "signup" | "recovery" | "magiclink" | "email_change" | "code";

export interface Mail {
  readonly subject: string;
  readonly kind: MailKind;
  readonly link: URL | null;
  readonly code: string;
}

export async function mailsTo(server: Server, address: string): Promise<Mail[]> {
  const files = await readdir(server.outboxFolder).catch(() => []);
  const mails: Mail[] = [];
  for (const file of files.filter((name) => name.endsWith(".eml")).sort()) {
    const mail = await PostalMime.parse(await readFile(path.join(server.outboxFolder, file)));
    if (!mail.to?.some((to) => to.address === address)) continue;
    const link = /https?:\/\/\S+\/auth\/v1\/verify\S*/.exec(mail.text ?? "")?.[0];
    const code = /code: (\d{6})$/m.exec(mail.text ?? "")?.[1] ?? "";
    const url = link ? new URL(link) : null;
    const kind = (url?.searchParams.get("type") ?? "code") as MailKind;
    mails.push({ subject: mail.subject ?? "", kind, link: url, code });
  }
  return mails;
}

/** The newest mail of a kind to an address, once there are so many. */
export async function mailTo(server: Server, address: string, kind: MailKind, count = 1): Promise<Mail> {
  const mails = await vi.waitUntil(
    async () => {
      const found = (await mailsTo(server, address)).filter((mail) => mail.kind === kind);
      return found.length >= count && found;
    },
    { timeout: 20_000, interval: 25 },
  );
  return mails.at(-1) as Mail;
}

/** What the page behind a mailed link finds in its fragment. */
export async function openLink(
  link: URL | null,
): Promise<{ status: number; page: string; fragment: Record<string, string> }> {
  const answer = await fetch(link as URL, { redirect: "manual" });
  const [page = "", fragment = ""] = (answer.headers.get("location") ?? "").split("#");
  return { status: answer.status, page, fragment: Object.fromEntries(new URLSearchParams(fragment)) };
}

/** Somebody with a confirmed address who is signed in nowhere. */
export async function register(server: Server, email = newEmail()): Promise<{ id: string; email: string }> {
  const { status, body } = await call(server, "/signup", { json: { email, password: PASSWORD } });
  if (status !== 200) throw new Error(`sign-up was refused: ${JSON.stringify(body)}`);
  await queryAt(
    server.databaseUrl,
    `with used as (delete from auth.one_time_tokens where user_id = $1)
     update auth.users set email_confirmed_at = now() where id = $1`,
    [body.id],
  );
  return { id: body.id, email };
}

// biome-ignore lint/suspicious/noExplicitAny: a token answer, to be looked at by expectations
export async function signIn(server: Server, email: string, password = PASSWORD): Promise<any> {
  const { status, body } = await call(server, "/token?grant_type=password", { json: { email, password } });
  if (status !== 200) throw new Error(`sign-in was refused: ${JSON.stringify(body)}`);
  return body;
}

export function refresh(server: Server, refreshToken: string): Promise<Answer> {
  return call(server, "/token?grant_type=refresh_token", { json: { refresh_token: refreshToken } });
}
