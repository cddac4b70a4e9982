const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Safe as text and inside a quoted attribute. Characters that no document may hold are dropped. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll(/[^\P{Cc}\t\n\r]/gu, "")
    .replaceAll(/[&<>"']/g, (character) => ENTITIES[character] as string);
}

export function escapeHtmlLines(text: string): string {
  return escapeHtml(text).replaceAll(/\r\n|\r|\n/g, "<br>\n");
}

/** An address that a mail may open: anything but the web could run in a mail program. */
export function requireWebAddress(url: string): string {
  const { protocol } = new URL(url);
  if (protocol !== "https:" && protocol !== "http:") throw new Error("a mail opens web addresses only");
  return url;
}
