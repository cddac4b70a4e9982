import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "@playwright/test";
import PostalMime, { type Email } from "postal-mime";
import type { Server } from "./servers.ts";

/** All mails to an address, the oldest first. */
export async function mailsTo(server: Server, address: string): Promise<Email[]> {
  const files = await readdir(server.outboxFolder).catch(() => []);
  const mails: Email[] = [];
  for (const file of files.filter((name) => name.endsWith(".eml")).sort()) {
    const content = await readFile(path.join(server.outboxFolder, file));
    // Most are somebody else's, and reading one to its end takes time.
    if (!content.includes(address)) continue;
    const mail = await PostalMime.parse(content);
    if (mail.to?.some((to) => to.address === address)) mails.push(mail);
  }
  return mails;
}

/** The newest mail to an address, once there are `count` of them. */
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

/** Where the link leads that a mail about an account carries. */
export function linkIn(mail: Email): string {
  const link = /https?:\/\/\S+\/auth\/v1\/verify\S*/.exec(mail.text ?? "")?.[0];
  if (!link) throw new Error(`no link in "${mail.subject}"`);
  return link;
}

/** The six digits that such a mail carries too. */
export function codeIn(mail: Email): string {
  const code = /Or enter this code: (\d{6})/.exec(mail.text ?? "")?.[1];
  if (!code) throw new Error(`no code in "${mail.subject}"`);
  return code;
}
