import type { Logger } from "pino";
import type { ServiceDatabase } from "../postgres/database.ts";
import { MailError, type Mailer } from "./message.ts";

interface Dependencies {
  readonly mailer: Pick<Mailer, "send">;
  readonly database: Pick<ServiceDatabase, "query">;
  readonly log: Pick<Logger, "warn">;
}

/** Records the state of each mail, which admins see on the page of the student. */
export function recordMails(
  kind: "account" | "call",
  { mailer, database, log }: Dependencies,
): Pick<Mailer, "send"> {
  return {
    async send(message) {
      const record = async (state: "waiting" | "sent" | "failed", reason: string | null) => {
        try {
          const { id, to, subject } = message;
          const values = [id, to, kind, subject, state, reason];
          await database.query("select private.record_mail($1, $2, $3, $4, $5, $6)", values);
        } catch (error) {
          // A mail that was sent must not be sent again because of its record.
          log.warn({ err: error, mail: message.id }, "the state of a mail could not be recorded");
        }
      };
      try {
        await mailer.send(message);
      } catch (error) {
        const isMailError = error instanceof MailError;
        await record(
          isMailError && error.permanent ? "failed" : "waiting",
          isMailError ? error.message : null,
        );
        throw error;
      }
      await record("sent", null);
    },
  };
}
