import type { Mailer } from "../mail/message.ts";
import type { Bounces } from "./bounces.ts";

/** The mailer, which also counts the mails whose recipient the mail server refuses while it takes them: they are bounces. */
export function recordRefusals(mailer: Mailer, bounces: Bounces): Mailer {
  return {
    ...mailer,
    async send(message) {
      try {
        await mailer.send(message);
      } catch (error) {
        const { status } = error as { status?: string };
        if (status !== undefined)
          await bounces.record({
            mail: message.id,
            address: message.to,
            status,
            words: "refused by the mail server",
          });
        throw error;
      }
    },
  };
}
