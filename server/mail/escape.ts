import { escapeHtml } from "../html/escape-html.ts";

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
