import { createTransport, type NodemailerError } from "nodemailer";
import { MailError } from "./message.ts";
import type { Transport } from "./transport.ts";

const CONNECTIONS = 5;
const CONNECT_MILLISECONDS = 10_000;
const SILENCE_MILLISECONDS = 30_000;
/** For a server that keeps answering, but never comes to the end. */
const DELIVERY_MILLISECONDS = 120_000;

export function createSmtpTransport(url: string): Transport {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    connectionTimeout: CONNECT_MILLISECONDS,
    greetingTimeout: CONNECT_MILLISECONDS,
    dnsTimeout: CONNECT_MILLISECONDS,
    socketTimeout: SILENCE_MILLISECONDS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    concurrency: CONNECTIONS,
    async deliver(envelope) {
      try {
        await transport.sendMail({
          ...envelope,
          attachments: [...envelope.attachments],
          signal: AbortSignal.timeout(DELIVERY_MILLISECONDS),
        });
      } catch (error) {
        throw mailError(error as NodemailerError);
      }
    },
    async close() {
      // The worker has ended by now: whatever is still being handed over went back to the queue.
      transport.close({ force: true });
    },
  };
}

/**
 * The error's own text is left behind, also as a cause: servers like to repeat the recipient's address in it. What
 * remains is the code, the command, and the three numbers that mail servers agree on.
 */
function mailError(error: NodemailerError): MailError {
  const { code = error.name, responseCode, command } = error;
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(error.response ?? "")?.[1];
  const answer = responseCode ? ` with ${[responseCode, enhanced].filter(Boolean).join(" ")}` : "";
  const step = command ? ` at ${command}` : "";
  const aboutMessage = isAboutTheMessage(error);
  if (aboutMessage && error.permanent !== false) {
    return new MailError(`the mail server refused the message${answer}${step}`, { permanent: true });
  }
  return new MailError(`the mail could not be handed over (${code})${answer}${step}`, {
    permanent: false,
    // "Later" to the sender is said to every mail of ours.
    about: aboutMessage && command !== "MAIL FROM" ? "recipient" : "server",
  });
}

/**
 * Only a refusal of this sender, recipient or text can be final. A server that turns away the connection or the login,
 * that wants a login first (530), or that is closing down (421), says nothing about the message: it waits.
 */
function isAboutTheMessage({ code, responseCode }: NodemailerError): boolean {
  return (code === "EENVELOPE" || code === "EMESSAGE") && responseCode !== 530 && responseCode !== 421;
}
