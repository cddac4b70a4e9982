import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "@playwright/test";
import PostalMime, { type Email } from "postal-mime";
import type { Server } from "./servers.ts";

interface Mailbox {
  readonly readFiles: Set<string>;
  readonly mails: Email[];
}

const mailboxes = new Map<string, Mailbox>();

/** Returns all mails to an address, oldest first. Each worker reads each file of the outbox once. */
export async function mailsTo(server: Server, address: string): Promise<Email[]> {
  const mailbox = mailboxes.get(server.outboxFolder) ?? { readFiles: new Set(), mails: [] };
  mailboxes.set(server.outboxFolder, mailbox);
  const files = await readdir(server.outboxFolder).catch(() => []);
  const newFiles = files.filter((name) => name.endsWith(".eml") && !mailbox.readFiles.has(name)).sort();
  for (const file of newFiles) {
    mailbox.mails.push(await PostalMime.parse(await readFile(path.join(server.outboxFolder, file))));
    mailbox.readFiles.add(file);
  }
  return mailbox.mails.filter(({ to }) => to?.some((recipient) => recipient.address === address));
}

/** Waits until `count` mails to an address have arrived, and returns the newest. */
export async function mailTo(server: Server, address: string, count = 1): Promise<Email> {
  let mails: Email[] = [];
  await expect
    .poll(
      async () => {
        mails = await mailsTo(server, address);
        return mails.length;
      },
      { message: `mails to ${address}`, intervals: [25, 50, 100, 250] },
    )
    .toBeGreaterThanOrEqual(count);
  return mails.at(-1) as Email;
}

/** Returns the one-time link of an account mail. */
export function linkIn(mail: Email): string {
  const link = /https?:\/\/\S+\/auth\/v1\/verify\S*/.exec(mail.text ?? "")?.[0];
  if (!link) throw new Error(`no link in "${mail.subject}"`);
  return link;
}

/** Returns the six-digit code of an account mail. */
export function codeIn(mail: Email): string {
  const code = /Or enter this code: (\d{6})/.exec(mail.text ?? "")?.[1];
  if (!code) throw new Error(`no code in "${mail.subject}"`);
  return code;
}
