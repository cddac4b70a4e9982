const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Makes a text safe in HTML and in a quoted attribute. Drops control characters, which HTML does not allow. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll(/[^\P{Cc}\t\n\r]/gu, "")
    .replaceAll(/[&<>"']/g, (character) => ENTITIES[character] as string);
}
