import { fileTypeFromBuffer } from "file-type";
import { z } from "zod";
import {
  ATTACHMENT_TYPES,
  ATTACHMENTS_TOO_LARGE,
  MAX_ATTACHMENT_BYTES,
  MAX_ATTACHMENT_NAME_LENGTH,
  MAX_ATTACHMENTS,
  wrongAttachmentType,
} from "../../domain/attachments.ts";
import { refusal } from "./errors.ts";
import { storedText } from "./stored-text.ts";

export const attachmentsSchema = z
  .array(
    z.object({
      filename: storedText().min(1).max(MAX_ATTACHMENT_NAME_LENGTH),
      contentType: z.string().max(100),
      content: z.base64(),
    }),
  )
  .max(MAX_ATTACHMENTS)
  .default([]);

export type Attachments = z.infer<typeof attachmentsSchema>;

/** Replaces each declared type by the one that the bytes show, and refuses types that are not allowed. */
export async function requireSafeAttachments(attachments: Attachments): Promise<Attachments> {
  let bytes = 0;
  const checked: Attachments = [];
  for (const { filename, content } of attachments) {
    const decoded = Buffer.from(content, "base64");
    bytes += decoded.length;
    const type = await fileTypeFromBuffer(decoded);
    if (!type || !ATTACHMENT_TYPES.includes(type.mime)) throw refusal(415, wrongAttachmentType(filename));
    checked.push({ filename, content, contentType: type.mime });
  }
  if (bytes > MAX_ATTACHMENT_BYTES) throw refusal(413, ATTACHMENTS_TOO_LARGE);
  return checked;
}
