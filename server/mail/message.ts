import { z } from "zod";

/** A rendered mail. It has one recipient: several would see each other's addresses. */
export const messageSchema = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  attachments: z
    .array(z.object({ filename: z.string(), contentType: z.string(), /** base64 */ content: z.string() }))
    .optional(),
  /** Becomes part of the Message-ID, which stays the same at every attempt. */
  id: z.uuid(),
  /** Turns off such mails with one POST (RFC 8058). */
  unsubscribeUrl: z.string().optional(),
});

export type Message = z.infer<typeof messageSchema>;

/** Has the token of the mail, too, because some providers replace the Message-ID. */
export const TOKEN_HEADER = "X-Maarga-Mail";

export interface Mailer {
  /** Further mails wait for a free connection. */
  readonly concurrency: number;
  /** Rejects with a MailError. */
  send(message: Message): Promise<void>;
  close(): Promise<void>;
}

/** The mail was not delivered. The message names no person, so it may be logged and stored. */
export class MailError extends Error {
  /** A retry is useless. */
  readonly permanent: boolean;
  /** The cause: this recipient's mail alone, or the server, which concerns every mail. */
  readonly about: "recipient" | "server";
  /** RFC 3463, such as 5.1.1, if the mail server refused the recipient's address. */
  readonly status: string | undefined;

  constructor(
    message: string,
    options: { permanent: boolean; about?: "recipient" | "server"; status?: string | undefined },
  ) {
    super(message);
    this.permanent = options.permanent;
    this.about = options.about ?? "recipient";
    this.status = options.status;
  }
}
