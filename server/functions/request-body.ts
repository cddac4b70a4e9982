import { z } from "zod";
import { findMailRefusal } from "../../domain/audience.ts";
import { attachmentsSchema } from "./attachments.ts";
import { refusal } from "./errors.ts";
import { storedText } from "./stored-text.ts";

/** 10 MB of attachments in base64, and room for the text. */
export const BODY_LIMIT = 16 * 1024 * 1024;

/** What every mail that an admin writes has, under whichever name its text comes. */
export const subjectSchema = storedText().max(500).default("");
export const textSchema = storedText().max(500_000).default("");
export const lockedSchema = z.object({
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
