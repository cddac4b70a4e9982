import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import PostalMime, { type Email } from "postal-mime";
import type { Server } from "./server.ts";
import { waitUntil } from "./wait-until.ts";

/** The purpose of the link in a mail about an account; a mail without a link carries a code to type in. */
export type MailKind = "signup" | "recovery" | "magiclink" | "email_change" | "code";

export interface Mail extends Email {
  readonly kind: MailKind;
  /** The address that confirms, signs in or resets, if the mail has one. */
  readonly link: URL | null;
  /** The six digits, or the empty string. */
  readonly code: string;
}

type Outbox = Pick<Server, "outboxFolder">;

interface OutboxFile {
  readonly content: Buffer;
  mail?: Promise<Mail>;
}

/** The files of each outbox by name. A mail never changes once it is there, so each is read once. */
const outboxes = new Map<string, Map<string, OutboxFile>>();

/** Returns all mails of the server, the oldest first. */
export async function readMails(server: Outbox): Promise<Mail[]> {
  return Promise.all((await readFiles(server)).map(parse));
}

/** Returns all mails to an address, the oldest first. */
export async function mailsTo(server: Outbox, address: string): Promise<Mail[]> {
  // Most mails are for other people, and parsing them takes time.
  const files = (await readFiles(server)).filter(({ content }) => content.includes(address));
  const mails = await Promise.all(files.map(parse));
  return mails.filter((mail) => mail.to?.some((to) => to.address === address));
}

export interface MailQuery {
  readonly kind?: MailKind;
  readonly subject?: string;
  /** The number of such mails to wait for. */
  readonly count?: number;
}

/** Waits for mails to an address, and returns the newest of them. */
export function waitForMail(server: Outbox, address: string, query: MailQuery = {}): Promise<Mail> {
  const { kind, subject, count = 1 } = query;
  return waitUntil(`mail ${JSON.stringify(query)} to ${address}`, async () => {
    const mails = (await mailsTo(server, address)).filter(
      (mail) =>
        (kind === undefined || mail.kind === kind) && (subject === undefined || mail.subject === subject),
    );
    return mails.length >= count && (mails.at(-1) as Mail);
  });
}

async function readFiles({ outboxFolder }: Outbox): Promise<OutboxFile[]> {
  const files = outboxes.get(outboxFolder) ?? new Map<string, OutboxFile>();
  outboxes.set(outboxFolder, files);
  const names = (await readdir(outboxFolder).catch(() => [])).filter((name) => name.endsWith(".eml")).sort();
  for (const name of names)
    if (!files.has(name)) files.set(name, { content: await readFile(path.join(outboxFolder, name)) });
  return names.map((name) => files.get(name) as OutboxFile);
}

function parse(file: OutboxFile): Promise<Mail> {
  file.mail ??= PostalMime.parse(file.content).then((email) => {
    const address = /https?:\/\/\S+\/auth\/v1\/verify\S*/.exec(email.text ?? "")?.[0];
    const link = address ? new URL(address) : null;
    const kind = (link?.searchParams.get("type") ?? "code") as MailKind;
    return { ...email, kind, link, code: /code: (\d{6})$/m.exec(email.text ?? "")?.[1] ?? "" };
  });
  return file.mail;
}
