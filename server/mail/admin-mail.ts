import { randomUUID } from "node:crypto";
import type { RenderCampaignMail } from "./campaign-mail.ts";
import type { Mailer, Message } from "./message.ts";

export interface AdminMessage extends Pick<Message, "to" | "subject" | "attachments"> {
  /** Plain text, an HTML fragment, or a whole HTML page, which is not wrapped in our template. */
  readonly html: string;
}

/** An admin's mail to one person. It is sent at once, so that the admin sees the result. Rejects with a MailError. */
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
