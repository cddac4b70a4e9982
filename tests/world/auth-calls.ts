import { PASSWORD } from "./people.ts";
import type { Server } from "./server.ts";

/** Calls under /auth/v1 as plain requests. */

/** Clients send this header to get errors in the newer of the protocol's two shapes. */
export const NEW_ERROR_SHAPE = { "x-supabase-api-version": "2024-01-01" };

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: expectations check it
  readonly body: any;
}

interface CallOptions {
  readonly method?: string;
  readonly json?: unknown;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request with the publishable key, and returns the reply as it came. */
export async function callAuth(server: Server, address: string, options: CallOptions = {}): Promise<Reply> {
  const body = options.text ?? (options.json === undefined ? undefined : JSON.stringify(options.json));
  const response = await fetch(`${server.url}/auth/v1${address}`, {
    method: options.method ?? (body === undefined ? "GET" : "POST"),
    redirect: "manual",
    headers: {
      apikey: server.publishableKey,
      ...(body !== undefined && { "content-type": "application/json;charset=UTF-8" }),
      ...options.headers,
    },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

export function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}

// biome-ignore lint/suspicious/noExplicitAny: expectations check it
export async function signIn(server: Server, email: string, password = PASSWORD): Promise<any> {
  const json = { email, password };
  const { status, body } = await callAuth(server, "/token?grant_type=password", { json });
  if (status !== 200) throw new Error(`sign-in was refused: ${JSON.stringify(body)}`);
  return body;
}

export function refresh(server: Server, refreshToken: string): Promise<Reply> {
  return callAuth(server, "/token?grant_type=refresh_token", { json: { refresh_token: refreshToken } });
}

export interface OpenedLink {
  readonly status: number;
  /** The address without its fragment. */
  readonly page: string;
  readonly fragment: Record<string, string>;
  /** The page that is shown instead of a redirect. */
  readonly html: string;
}

interface OpenOptions {
  /** The password typed on the page of a sign-up. */
  readonly password?: string;
  /** The fields that the page's script adds to the form. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Opens a mailed link without scripts, and presses the button on its page. Returns where that leads. */
export async function openLink(link: URL | null, options: OpenOptions = {}): Promise<OpenedLink> {
  const { password = PASSWORD, fields = {}, headers = {} } = options;
  const opened = await viewLink(link, headers);
  if (opened.status !== 200) return opened;
  const { html } = opened;
  const action = unescapeHtml(/ action="([^"]*)"/.exec(html)?.[1] ?? "");
  const body = new URLSearchParams();
  for (const [, name = "", value = ""] of html.matchAll(
    /<input type="hidden" name="(\w+)"(?: value="([^"]*)")?/g,
  ))
    body.set(name, unescapeHtml(value));
  if (html.includes('name="password"')) body.set("password", password);
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  return readOpened(
    await fetch(new URL(action, link as URL), { method: "POST", body, headers, redirect: "manual" }),
  );
}

/** Opens a mailed link as a mail scanner does: without a press. */
export async function viewLink(
  link: URL | null,
  headers: Readonly<Record<string, string>> = {},
): Promise<OpenedLink> {
  return readOpened(await fetch(link as URL, { redirect: "manual", headers }));
}

async function readOpened(response: Response): Promise<OpenedLink> {
  const [page = "", fragment = ""] = (response.headers.get("location") ?? "").split("#");
  return {
    status: response.status,
    page,
    fragment: Object.fromEntries(new URLSearchParams(fragment)),
    html: await response.text(),
  };
}

function unescapeHtml(text: string): string {
  const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
  return text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] as string);
}

export function getUser(server: Server, token: string): Promise<Reply> {
  return callAuth(server, "/user", { headers: { ...NEW_ERROR_SHAPE, ...bearer(token) } });
}

export async function isSignedIn(server: Server, token: string): Promise<boolean> {
  return (await getUser(server, token)).status === 200;
}

export function putUser(server: Server, token: string, json: unknown): Promise<Reply> {
  const headers = { ...NEW_ERROR_SHAPE, ...bearer(token) };
  return callAuth(server, "/user", { method: "PUT", json, headers });
}
