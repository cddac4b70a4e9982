import type { Logger } from "pino";
import { ConfigError } from "../config.ts";
import { messageId, oneLine, parseSender, requireAddress, unsubscribeHeaders } from "./headers.ts";
import type { WayOut } from "./letter.ts";
import type { Mailer } from "./message.ts";
import { outbox } from "./outbox.ts";
import { smtp } from "./smtp.ts";

export interface MailerOptions {
  /** Without it each message becomes a file in the outbox folder. */
  readonly smtpUrl?: string | undefined;
  readonly from: string;
  readonly outboxFolder: string;
  readonly log: Logger;
}

/** The one mailer there is: by SMTP, or into the outbox folder where no SMTP server is named. */
export function createMailer(options: MailerOptions): Mailer {
  const from = parseSender(options.from);
  if (!from) throw new ConfigError("MAIL_FROM: has to be an address, or a name and <address>");
  const wayOut: WayOut = options.smtpUrl ? smtp(options.smtpUrl) : outbox(options.outboxFolder, options.log);
  return {
    atOnce: wayOut.atOnce,
    async send(message) {
      const address = requireAddress(message.to);
      await wayOut.deliver({
        from,
        // As an object: in a string a comma would make two recipients of one.
        to: { name: "", address },
        envelope: { from: from.address, to: address },
        subject: oneLine(message.subject),
        text: message.text,
        html: message.html,
        attachments: (message.attachments ?? []).map(({ filename, contentType, content }) => ({
          filename: oneLine(filename),
          contentType: oneLine(contentType),
          content: Buffer.from(content, "base64"),
        })),
        messageId: messageId(message.id, from),
        headers: { "Auto-Submitted": "auto-generated", ...unsubscribeHeaders(message.unsubscribeUrl) },
      });
    },
    close: () => wayOut.close(),
  };
}
