import type { Logger } from "pino";
import { ConfigError } from "../config.ts";
import { createMessageId, parseSender, requireAddress, toSingleLine, unsubscribeHeaders } from "./headers.ts";
import { type Mailer, TOKEN_HEADER } from "./message.ts";
import { createOutboxTransport } from "./outbox-transport.ts";
import { createSmtpTransport } from "./smtp-transport.ts";
import type { Transport } from "./transport.ts";

export interface MailerOptions {
  /** Without it, each mail is written to a file in the outbox folder. */
  readonly smtpUrl?: string | undefined;
  readonly from: string;
  /** The address that undeliverable mails come back to; the sender by default. */
  readonly returnAddress?: string | undefined;
  /** Returns the token of a mail, by which a report that it came back is known to be genuine (server/bounces). */
  readonly tokenFor?: (id: string, address: string) => string;
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
      const token = options.tokenFor?.(message.id, address);
      await transport.deliver({
        from,
        // An object, because nodemailer splits a string at commas.
        to: { name: "", address },
        envelope: { from: options.returnAddress ?? from.address, to: address },
        subject: toSingleLine(message.subject),
        text: message.text,
        html: message.html,
        attachments: (message.attachments ?? []).map(({ filename, contentType, content }) => ({
          filename: toSingleLine(filename),
          contentType: toSingleLine(contentType),
          content: Buffer.from(content, "base64"),
        })),
        messageId: createMessageId(token ?? message.id, from),
        headers: {
          "Auto-Submitted": "auto-generated",
          ...(token !== undefined && { [TOKEN_HEADER]: token }),
          ...unsubscribeHeaders(message.unsubscribeUrl),
        },
      });
    },
    close: () => transport.close(),
  };
}
