import { withFittingExtension } from "../../../domain/documents.ts";

/**
 * Types that a browser may show: none of them can run a script on the origin that served it. Everything else is saved to
 * disk, so that no browser renders it, whatever it takes the file to be.
 */
const INLINE_TYPES = new Set(["application/pdf", "image/jpeg", "image/png", "image/webp"]);
const OTHER_TYPES = new Set([
  "application/json",
  "application/msword",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  "text/plain",
]);

/** Returns the headers of a response with a file, by its stored type, its name and the requested download. */
export function fileHeaders(
  type: string,
  name: string,
  download: string | undefined,
): Record<string, string> {
  const essence = type.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const disposition = download ?? (INLINE_TYPES.has(essence) ? undefined : (name.split("/").at(-1) ?? ""));
  return {
    "content-type": servedType(essence),
    "x-content-type-options": "nosniff",
    // The sandbox takes the file out of our origin. Firefox, Safari and Chromium apply it to what they render themselves.
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "x-robots-tag": "none",
    ...(disposition !== undefined && { "content-disposition": attachment(disposition, essence) }),
  };
}

/** The protocol serves HTML as plain text. */
function servedType(type: string): string {
  if (INLINE_TYPES.has(type) || OTHER_TYPES.has(type)) return type;
  return type === "text/html" ? "text/plain" : "application/octet-stream";
}

/** The requested name is not signed, so it gets the extension of the type: no picture is saved as a page. */
function attachment(fileName: string, type: string): string {
  if (fileName === "") return "attachment;";
  const name = encodeURIComponent(withFittingExtension(decodeAgain(fileName), type)).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename=${name}; filename*=UTF-8''${name}`;
}

/** The official client encodes the name twice in a signed link: ಅಂಕ.pdf would be saved as %E0%B2%85…. */
function decodeAgain(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    // A literal percent sign, as in 100%.pdf.
    return name;
  }
}
