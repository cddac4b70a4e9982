import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { requireSafeAttachments } from "./check-attachments.ts";
import type { FunctionsDependencies } from "./dependencies.ts";
import { refusal } from "./errors.ts";
import { needsPasswordForMail } from "./needs-password-for-mail.ts";
import { mailSchema, parseBody, requireText, subjectSchema, textSchema } from "./request-body.ts";
import { requireCaller } from "./require-caller.ts";
import { requireLimit } from "./require-limit.ts";
import { requireAdmin } from "./require-right.ts";
import { requireSuperAdminPassword } from "./require-super-admin-password.ts";

const bodySchema = mailSchema.extend({ to: z.email().max(255), subject: subjectSchema, html: textSchema });

const RECORD = "select private.record_action($1, null, $2, $3)";

/** Sends one mail to one person. */
export const sendEmails =
  (dependencies: FunctionsDependencies) =>
  async (request: FastifyRequest): Promise<{ message: string }> => {
    const { database, mail } = dependencies;
    const admin = await requireCaller(request, dependencies);
    const message = parseBody(bodySchema, request.body);
    const { to, subject, html } = message;
    requireText(subject, html);
    const adminId = String(admin.claims.sub);
    const attachments = await requireSafeAttachments(message.attachments, dependencies, adminId);
    const isTest = to.toLowerCase() === String(admin.claims.email).toLowerCase();
    if (!isTest || (await needsPasswordForMail(dependencies)))
      await requireSuperAdminPassword(dependencies, adminId, message.superAdminPassword);
    if (isTest) await requireLimit(dependencies, "test mail", adminId, "test mails");
    // Recorded before the mail is sent, so that no mail is missing in the audit log.
    await database.transactionFor(admin, async (query) => {
      await requireAdmin(query);
      await query(RECORD, [isTest ? "test mail sent" : "mail sent", to, { subject }]);
    });
    try {
      await mail.send({ to, subject, html, attachments });
    } catch (error) {
      await database.transactionFor(admin, (query) => query(RECORD, ["mail failed", to, { subject }]));
      throw asRefusal(error);
    }
    return { message: "Email sent" };
  };

/** Errors of the mailer say whether the address was refused for good. Other errors stay as they are. */
function asRefusal(error: unknown): unknown {
  const { permanent } = error as { permanent?: boolean };
  if (permanent === undefined) return error;
  return permanent
    ? refusal(422, "The mail was refused for this address.")
    : refusal(503, "The mail could not be sent now. Please try again in a few minutes.");
}
