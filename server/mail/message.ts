import { z } from "zod";

/** A finished mail. It has one recipient: several would see each other's addresses. */
export const messageSchema = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  attachments: z
    .array(z.object({ filename: z.string(), contentType: z.string(), /** base64 */ content: z.string() }))
    .optional(),
  /** Makes the Message-ID: given once, it stays the same however often sending has to be tried. */
  id: z.uuid(),
  /** What turns such mails off with one POST (RFC 8058). */
  unsubscribeUrl: z.string().optional(),
});

export type Message = z.infer<typeof messageSchema>;

export interface Mailer {
  /** More than so many at the same time only wait for each other. */
  readonly concurrency: number;
  /** Rejects with a MailError. */
  send(message: Message): Promise<void>;
  close(): Promise<void>;
}

/** Sending failed: for good, or worth trying again. Its words name nobody: they may be logged and kept. */
export class MailError extends Error {
  readonly permanent: boolean;
  /** Whose fault it is. One of the server's meets every mail alike. */
  readonly about: "recipient" | "server";

  constructor(message: string, options: { permanent: boolean; about?: "recipient" | "server" }) {
    super(message);
    this.permanent = options.permanent;
    this.about = options.about ?? "recipient";
  }
}
