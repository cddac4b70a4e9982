/** Rules for attachments. The server also checks the bytes; the screen refuses before it uploads them. */

/** Extensions that the file picker offers. */
export const ATTACHMENT_EXTENSIONS: readonly string[] = ["pdf", "jpg", "jpeg", "png", "gif"];
export const ATTACHMENT_TYPES: readonly string[] = [
  "application/pdf",
  "image/jpeg",
  "image/png",
  "image/gif",
];
export const MAX_ATTACHMENTS = 20;
/** Mail servers commonly accept this much after base64 has added a third. */
export const MAX_ATTACHMENT_BYTES = 10 * 1024 * 1024;
export const MAX_ATTACHMENT_NAME_LENGTH = 200;

export const ATTACHMENTS_TOO_LARGE = "The attachments are larger than 10 MB together.";

export function wrongAttachmentType(name: string): string {
  return `${name} is not a PDF, JPEG, PNG or GIF file.`;
}

interface Attachment {
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

/** Returns why these attachments are refused, as the admin reads it, or undefined if they are accepted. */
export function findAttachmentRefusal(files: readonly Attachment[]): string | undefined {
  const empty = files.find(({ size }) => size === 0);
  if (empty) return `${empty.name} is empty.`;
  const wrong = files.find(({ type }) => !ATTACHMENT_TYPES.includes(type));
  if (wrong) return wrongAttachmentType(wrong.name);
  if (files.length > MAX_ATTACHMENTS) return `A mail takes at most ${MAX_ATTACHMENTS} attachments.`;
  if (files.some(({ name }) => name.length > MAX_ATTACHMENT_NAME_LENGTH))
    return `The name of an attachment has at most ${MAX_ATTACHMENT_NAME_LENGTH} letters.`;
  if (files.reduce((bytes, { size }) => bytes + size, 0) > MAX_ATTACHMENT_BYTES) return ATTACHMENTS_TOO_LARGE;
  return undefined;
}
