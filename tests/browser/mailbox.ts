import { type Mail, mailsTo, waitForMail } from "../world/mailbox.ts";
import type { Server } from "./servers.ts";

export { mailsTo };

/** Waits until `count` mails to an address have arrived, and returns the newest. */
export function mailTo(server: Server, address: string, count = 1): Promise<Mail> {
  return waitForMail(server, address, { count });
}

/** Returns the one-time link of an account mail. */
export function linkIn({ link, subject }: Mail): string {
  if (!link) throw new Error(`no link in "${subject}"`);
  return link.href;
}

/** Returns the six-digit code of an account mail. */
export function codeIn({ code, subject }: Mail): string {
  if (!code) throw new Error(`no code in "${subject}"`);
  return code;
}
