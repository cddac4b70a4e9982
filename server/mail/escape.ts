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

export function escapeHtmlLines(text: string): string {
  return escapeHtml(text).replaceAll(/\r\n|\r|\n/g, "<br>\n");
}

/** Throws unless the scheme is http or https: any other could run code in a mail program. */
export function requireWebAddress(url: string): string {
  const { protocol } = new URL(url);
  if (protocol !== "https:" && protocol !== "http:")
    throw new Error("a link in a mail must be a web address");
  return url;
}
