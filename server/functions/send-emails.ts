import { z } from "zod";
import type { Limits } from "../limits/limits.ts";
import type { AdminMail } from "../mail/admin-mail.ts";
import type { ApiDatabase, ServiceDatabase } from "../postgres/database.ts";
import { attachmentsSchema, requireSafeAttachments } from "./attachments.ts";
import { FunctionRefused } from "./errors.ts";
import { requireSuperAdminPassword } from "./super-admin-password.ts";

/** 10 MB of attachments in base64, and room for the text. */
export const BODY_LIMIT = 16 * 1024 * 1024;

const bodySchema = z.object({
  to: z.email().max(255),
  subject: z.string().max(500).default(""),
  html: z.string().max(500_000).default(""),
  attachments: attachmentsSchema,
  superAdminPassword: z.string().max(1_000).default(""),
});

export interface SendEmailsParts {
  readonly api: ApiDatabase;
  readonly database: ServiceDatabase;
  readonly limits: Limits;
  readonly mail: AdminMail;
}

/** One mail to one person, for an admin who knows the second password. */
export async function sendEmails(
  parts: SendEmailsParts,
  adminId: string,
  body: unknown,
): Promise<{ message: string }> {
  const parsed = bodySchema.safeParse(body);
  if (!parsed.success)
    throw new FunctionRefused(
      400,
      `"${parsed.error.issues[0]?.path.join(".") || "body"}" is missing or wrong.`,
    );
  const { to, subject, html, superAdminPassword } = parsed.data;
  if (!subject.trim() || !html.trim()) throw new FunctionRefused(400, "Subject and body are required.");
  const attachments = await requireSafeAttachments(parsed.data.attachments);
  await requireSuperAdminPassword(parts, adminId, superAdminPassword);
  await parts.mail
    .send({ to, subject, html, attachments })
    .catch((error: Error & { permanent?: boolean }) => {
      if (error.permanent === undefined) throw error;
      throw new FunctionRefused(
        error.permanent ? 422 : 503,
        error.permanent
          ? "The mail was refused for this address."
          : "The mail could not be sent now. Please try again in a few minutes.",
      );
    });
  return { message: "Email sent" };
}
