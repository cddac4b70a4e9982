import { randomUUID } from "node:crypto";
import type { RenderCampaignMail } from "./campaign-mail.ts";
import type { Mailer, Message } from "./message.ts";

export interface AdminMessage extends Pick<Message, "to" | "subject" | "attachments"> {
  /** Plain text, a piece of HTML, or a whole page that brings its own clothes. */
  readonly html: string;
}

/** What an admin writes to one person: sent while he waits, so that he learns how it went. Rejects with a MailError. */
export interface AdminMail {
  send(message: AdminMessage): Promise<void>;
}

export function createAdminMail(mailer: Mailer, renderCampaignMail: RenderCampaignMail): AdminMail {
  return {
    send: ({ html, ...message }) =>
      mailer.send({
        ...message,
        id: randomUUID(),
        ...renderCampaignMail({ subject: message.subject, body: html }),
      }),
  };
}
