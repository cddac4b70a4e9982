import { createTransport, type NodemailerError } from "nodemailer";
import { MailError } from "./message.ts";
import type { Transport } from "./transport.ts";

const MAX_CONNECTIONS = 5;
const LOOPBACK_HOSTS = new Set(["localhost", "127.0.0.1", "[::1]"]);
const CONNECT_TIMEOUT_MS = 10_000;
const IDLE_TIMEOUT_MS = 30_000;
/** Limits a delivery to a server that keeps responding but never finishes. */
const DELIVERY_TIMEOUT_MS = 120_000;

export function createSmtpTransport(url: string): Transport {
  const transport = createTransport({
    url,
    // The password and the mails must not cross a network in clear text because somebody in between removed the offer of TLS.
    requireTLS: !LOOPBACK_HOSTS.has(new URL(url).hostname),
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    dnsTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: IDLE_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    concurrency: MAX_CONNECTIONS,
    async deliver(envelope) {
      try {
        await transport.sendMail({
          ...envelope,
          attachments: [...envelope.attachments],
          signal: AbortSignal.timeout(DELIVERY_TIMEOUT_MS),
        });
      } catch (error) {
        throw mailError(error as NodemailerError);
      }
    },
    async close() {
      // The worker has stopped by now, and mails in progress are back in the queue.
      transport.close({ force: true });
    },
  };
}

/**
 * Drops the error's text, also as a cause, because servers often repeat the recipient's address in it. The code, the
 * command and the numeric status codes remain.
 */
function mailError(error: NodemailerError): MailError {
  const { code = error.name, responseCode, command } = error;
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(error.response ?? "")?.[1];
  const response = responseCode ? ` with ${[responseCode, enhanced].filter(Boolean).join(" ")}` : "";
  const step = command ? ` at ${command}` : "";
  const aboutMessage = isAboutMessage(error);
  if (aboutMessage && error.permanent !== false) {
    return new MailError(`the mail server refused the message${response}${step}`, {
      permanent: true,
      status: command === "RCPT TO" ? enhanced : undefined,
    });
  }
  return new MailError(`the mail could not be delivered (${code})${response}${step}`, {
    permanent: false,
    // A temporary refusal of our sender address concerns every mail.
    about: aboutMessage && command !== "MAIL FROM" ? "recipient" : "server",
  });
}

/**
 * Only a refusal of this sender, recipient or text can be permanent. A server that refuses the connection or the login,
 * requires a login (530) or shuts down (421) has not refused the message itself.
 */
function isAboutMessage({ code, responseCode }: NodemailerError): boolean {
  return (code === "EENVELOPE" || code === "EMESSAGE") && responseCode !== 530 && responseCode !== 421;
}
