import { findDocumentType, withFittingExtension } from "../../domain/documents.ts";

export function isImage(file: File): boolean {
  return findDocumentType(file)?.startsWith("image/") ?? false;
}

/** Sets the type and the extension that the server requires, since not every browser knows them, and shrinks images. */
export async function prepareFile(original: File): Promise<File> {
  const type = findDocumentType(original) ?? "";
  const name = withFittingExtension(original.name, type);
  const isReady = original.type === type && original.name === name;
  const file = isReady ? original : new File([original], name, { type });
  if (!isImage(file)) return file;
  const { shrinkImage } = await import("./shrink/shrink-image.ts");
  return shrinkImage(file);
}
