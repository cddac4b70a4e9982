/** Rules for attachments. The server also checks the bytes; the screen refuses before it uploads them. */

/** The extensions of each type. Programs open a file by its extension, whatever type the mail says. */
const EXTENSIONS_OF_TYPES: ReadonlyMap<string, readonly string[]> = new Map([
  ["application/pdf", ["pdf"]],
  ["image/jpeg", ["jpg", "jpeg"]],
  ["image/png", ["png"]],
  ["image/gif", ["gif"]],
]);
/** Extensions that the file picker offers. */
export const ATTACHMENT_EXTENSIONS: readonly string[] = [...EXTENSIONS_OF_TYPES.values()].flat();
export const MAX_ATTACHMENTS = 20;
/** Mail servers commonly accept this much after base64 has added a third. */
export const MAX_ATTACHMENT_BYTES = 10 * 1024 * 1024;
export const MAX_ATTACHMENT_NAME_LENGTH = 200;

export const ATTACHMENTS_TOO_LARGE = "The attachments are larger than 10 MB together.";

export function wrongAttachmentType(name: string): string {
  return `${name} is not a PDF, JPEG, PNG or GIF file.`;
}

/** Returns why a file of this name and type cannot be attached, or undefined if it can. */
export function findTypeRefusal(name: string, type: string | undefined): string | undefined {
  const extensions = type === undefined ? undefined : EXTENSIONS_OF_TYPES.get(type);
  if (!extensions) return wrongAttachmentType(name);
  if (extensions.some((extension) => name.toLowerCase().endsWith(`.${extension}`))) return undefined;
  return `${name} is a .${extensions[0]} file. Please give it that ending.`;
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
  for (const { name, type } of files) {
    const refusal = findTypeRefusal(name, type);
    if (refusal) return refusal;
  }
  if (files.length > MAX_ATTACHMENTS) return `A mail takes at most ${MAX_ATTACHMENTS} attachments.`;
  if (files.some(({ name }) => name.length > MAX_ATTACHMENT_NAME_LENGTH))
    return `The name of an attachment has at most ${MAX_ATTACHMENT_NAME_LENGTH} letters.`;
  if (files.reduce((bytes, { size }) => bytes + size, 0) > MAX_ATTACHMENT_BYTES) return ATTACHMENTS_TOO_LARGE;
  return undefined;
}
