import { fileTypeFromBuffer } from "file-type";
import { z } from "zod";
import {
  ATTACHMENTS_TOO_LARGE,
  findTypeRefusal,
  MAX_ATTACHMENT_BYTES,
  MAX_ATTACHMENT_NAME_LENGTH,
  MAX_ATTACHMENTS,
} from "../../domain/attachments.ts";
import type { FunctionsDependencies } from "./dependencies.ts";
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

/**
 * Replaces each declared type by the one that the bytes show, and refuses types that are not allowed, names that do not
 * fit them, and contents that no recipient should have to open: an admin may pass on a file without knowing what is in it.
 */
export async function requireSafeAttachments(
  attachments: Attachments,
  { findContentProblem }: Pick<FunctionsDependencies, "findContentProblem">,
  userId: string,
): Promise<Attachments> {
  const decoded = attachments.map(({ content }) => Buffer.from(content, "base64"));
  const bytes = decoded.reduce((sum, { length }) => sum + length, 0);
  if (bytes > MAX_ATTACHMENT_BYTES) throw refusal(413, ATTACHMENTS_TOO_LARGE);
  const checked: Attachments = [];
  for (const [index, { filename, content }] of attachments.entries()) {
    const contents = decoded[index] as Buffer;
    const type = (await fileTypeFromBuffer(contents))?.mime ?? "";
    const typeRefusal = findTypeRefusal(filename, type);
    if (typeRefusal) throw refusal(415, typeRefusal);
    const problem = await findContentProblem(contents, { type, userId });
    if (problem) throw refusal(422, `${filename}: ${problem}`);
    checked.push({ filename, content, contentType: type });
  }
  return checked;
}
