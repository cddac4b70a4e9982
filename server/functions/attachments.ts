import { fileTypeFromBuffer } from "file-type";
import { z } from "zod";
import { FunctionRefused } from "./errors.ts";

/** What mail servers commonly take, once base64 has made it a third larger. */
const LARGEST_BYTES = 10 * 1024 * 1024;
const TYPES: readonly string[] = ["application/pdf", "image/jpeg", "image/png", "image/gif"];

export const attachmentsSchema = z
  .array(
    z.object({ filename: z.string().min(1).max(200), contentType: z.string().max(100), content: z.base64() }),
  )
  .max(20)
  .default([]);

export type Attachments = z.infer<typeof attachmentsSchema>;

/** The type is read from the bytes: what a file calls itself is no proof. */
export async function requireSafeAttachments(attachments: Attachments): Promise<Attachments> {
  let bytes = 0;
  const checked: Attachments = [];
  for (const { filename, content } of attachments) {
    const decoded = Buffer.from(content, "base64");
    bytes += decoded.length;
    const type = await fileTypeFromBuffer(decoded);
    if (!type || !TYPES.includes(type.mime))
      throw new FunctionRefused(415, `${filename} is not a PDF, JPEG, PNG or GIF file.`);
    checked.push({ filename, content, contentType: type.mime });
  }
  if (bytes > LARGEST_BYTES)
    throw new FunctionRefused(413, "The attachments are larger than 10 MB together.");
  return checked;
}
