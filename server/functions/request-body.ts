import { z } from "zod";
import { findMailRefusal } from "../../domain/audience.ts";
import { attachmentsSchema } from "./check-attachments.ts";
import { refusal } from "./errors.ts";
import { storedText } from "./stored-text.ts";

/** Enough for 10 MB of attachments in base64 and the text. */
export const BODY_LIMIT_BYTES = 16 * 1024 * 1024;

export const subjectSchema = storedText().max(500).default("");
export const textSchema = storedText().max(500_000).default("");
/** The fields that all requests to send a mail share. */
export const mailSchema = z.object({
  attachments: attachmentsSchema,
  superAdminPassword: storedText().max(1_000).default(""),
});

export function parseBody<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw refusal(400, `"${parsed.error.issues[0]?.path.join(".") || "body"}" is missing or wrong.`);
}

export function requireText(subject: string, body: string): void {
  const reason = findMailRefusal({ subject, body, recipients: 1 });
  if (reason) throw refusal(400, reason);
}
