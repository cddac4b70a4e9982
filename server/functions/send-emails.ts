import { z } from "zod";
import type { Limits } from "../limits/limits.ts";
import type { AdminMail } from "../mail/admin-mail.ts";
import type { ApiDatabase, Caller, ServiceDatabase } from "../postgres/database.ts";
import { requireSafeAttachments } from "./attachments.ts";
import { requireAdmin } from "./check-admin.ts";
import { refusal } from "./errors.ts";
import { lockedSchema, parseBody, requireText, subjectSchema, textSchema } from "./request-body.ts";
import { requireSuperAdminPassword } from "./super-admin-password.ts";

const bodySchema = lockedSchema.extend({ to: z.email().max(255), subject: subjectSchema, html: textSchema });

export interface SendEmailsDependencies {
  readonly api: ApiDatabase;
  readonly database: ServiceDatabase;
  readonly limits: Limits;
  readonly mail: AdminMail;
}

const RECORD = "select private.record_action($1, null, $2, $3)";

/** One mail to one person, for an admin who knows the second password. */
export async function sendEmails(
  parts: SendEmailsDependencies,
  admin: Caller,
  body: unknown,
): Promise<{ message: string }> {
  const wish = parseBody(bodySchema, body);
  const { to, subject, html, superAdminPassword } = wish;
  requireText(subject, html);
  const attachments = await requireSafeAttachments(wish.attachments);
  await requireSuperAdminPassword(parts, String(admin.claims.sub), superAdminPassword);
  const isTest = to.toLowerCase() === String(admin.claims.email).toLowerCase();
  // Before the mail: none goes out of which nothing is on record.
  await parts.database.transactionFor(admin, async (query) => {
    await requireAdmin(query);
    await query(RECORD, [isTest ? "test mail sent" : "mail sent", to, { subject }]);
  });
  try {
    await parts.mail.send({ to, subject, html, attachments });
  } catch (error) {
    await parts.database.transactionFor(admin, (query) => query(RECORD, ["mail failed", to, { subject }]));
    const { permanent } = error as { permanent?: boolean };
    if (permanent === undefined) throw error;
    throw refusal(
      permanent ? 422 : 503,
      permanent
        ? "The mail was refused for this address."
        : "The mail could not be sent now. Please try again in a few minutes.",
    );
  }
  return { message: "Email sent" };
}
