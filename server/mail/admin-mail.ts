import { randomUUID } from "node:crypto";
import { htmlAsText, isHtml } from "./html-as-text.ts";
import type { Mailer, Message } from "./message.ts";
import { type Surroundings, type WrappedMail, wrapMail } from "./wrap-mail.ts";

export interface AdminMessage extends Pick<Message, "to" | "subject" | "attachments"> {
  /** Plain text, a piece of HTML, or a whole page that brings its own clothes. */
  readonly html: string;
}

/** What an admin writes to one person: sent while he waits, so that he learns how it went. Rejects with a MailError. */
export interface AdminMail {
  send(message: AdminMessage): Promise<void>;
}

export function createAdminMail(mailer: Mailer, support?: Surroundings["support"]): AdminMail {
  return {
    send: ({ html, ...message }) =>
      mailer.send({ ...message, id: randomUUID(), ...dress(message.subject, html, support) }),
  };
}

function dress(subject: string, html: string, support: Surroundings["support"]): WrappedMail {
  if (/<(!doctype|html|body)\b/i.test(html)) return { html, text: htmlAsText(html) };
  const asHtml = isHtml(html);
  return wrapMail(
    { subject, bodyText: asHtml ? htmlAsText(html) : html, bodyHtml: asHtml ? html : undefined },
    { year: new Date().getFullYear(), support },
  );
}
