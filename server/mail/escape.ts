const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Safe as text and in a quoted attribute. Control characters are dropped, because HTML does not allow them. */
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
  if (protocol !== "https:" && protocol !== "http:") throw new Error("a mail opens web addresses only");
  return url;
}
