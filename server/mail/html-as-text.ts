const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

/** What a reader without HTML sees of it: lines where blocks end, and the address behind each link. */
export function htmlAsText(html: string): string {
  return html
    .replace(/<(style|script|title)\b[^>]*>[\s\S]*?<\/\1\s*>/gi, "")
    .replace(/\s+/g, " ")
    .replace(/<a\b[^>]*\bhref\s*=\s*["']([^"']*)["'][^>]*>(.*?)<\/a\s*>/gi, (_all, url, label) =>
      label.includes(url) ? label : `${label} (${url})`,
    )
    .replace(/<br\b[^>]*>/gi, "\n")
    .replace(/<li\b[^>]*>/gi, "\n- ")
    .replace(/<\/(p|div|h[1-6]|table|tr|ul|ol|blockquote)\s*>/gi, "\n\n")
    .replace(/<[^>]*>/g, "")
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (all, decimal, hex, name) => {
      if (name) return ENTITIES[name.toLowerCase()] ?? all;
      const point = decimal ? Number(decimal) : Number.parseInt(hex, 16);
      return point <= 0x10_ff_ff ? String.fromCodePoint(point) : all;
    })
    .replace(/[^\S\n]*\n[^\S\n]*/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Whether somebody wrote HTML: it has a tag that letters are written with. "5 < 6" and "<name>" are plain text. */
export function isHtml(text: string): boolean {
  return /<\/?(?:a|b|blockquote|body|br|div|em|h[1-6]|hr|html|i|img|li|ol|p|span|strong|table|t[dhr]|u|ul)\b[^<>]*>/i.test(
    text,
  );
}
