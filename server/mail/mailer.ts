import type { Logger } from "pino";
import { ConfigError } from "../config.ts";
import { createMessageId, parseSender, requireAddress, toSingleLine, unsubscribeHeaders } from "./headers.ts";
import type { Mailer } from "./message.ts";
import { createOutboxTransport } from "./outbox-transport.ts";
import { createSmtpTransport } from "./smtp-transport.ts";
import type { Transport } from "./transport.ts";

export interface MailerOptions {
  /** Without it, each mail is written to a file in the outbox folder. */
  readonly smtpUrl?: string | undefined;
  readonly from: string;
  readonly outboxFolder: string;
  readonly log: Logger;
}

export function createMailer(options: MailerOptions): Mailer {
  const from = parseSender(options.from);
  if (!from) throw new ConfigError("MAIL_FROM: must be an address, or a name and <address>");
  const transport: Transport = options.smtpUrl
    ? createSmtpTransport(options.smtpUrl)
    : createOutboxTransport(options.outboxFolder, options.log);
  return {
    concurrency: transport.concurrency,
    async send(message) {
      const address = requireAddress(message.to);
      await transport.deliver({
        from,
        // An object, because nodemailer splits a string at commas.
        to: { name: "", address },
        envelope: { from: from.address, to: address },
        subject: toSingleLine(message.subject),
        text: message.text,
        html: message.html,
        attachments: (message.attachments ?? []).map(({ filename, contentType, content }) => ({
          filename: toSingleLine(filename),
          contentType: toSingleLine(contentType),
          content: Buffer.from(content, "base64"),
        })),
        messageId: createMessageId(message.id, from),
        headers: { "Auto-Submitted": "auto-generated", ...unsubscribeHeaders(message.unsubscribeUrl) },
      });
    },
    close: () => transport.close(),
  };
}
