const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

// A match ends before the next "<": searching for ">" from each "<" would take quadratic time.
const MARKUP = /<!--|-->|<[^<>]*>/g;
const HREF = /\bhref\s*=\s*["']([^"']*)["']/i;
const HIDDEN = /^<(style|script|title)\b/i;
const BLOCK_END = /^<\/(p|div|h[1-6]|table|tr|ul|ol|blockquote)\b/i;

/**
 * Converts HTML to plain text: blocks become lines, and each link is followed by its address. The input is untrusted and
 * this blocks all other requests, so it is a single pass without lookahead.
 */
export function htmlToText(html: string): string {
  const source = html.replace(/\s+/g, " ");
  let result = "";
  /** The text since the start of the current link, or since the end of the last one. */
  let text = "";
  let url = "";
  const endLink = () => {
    result += text.includes(url) ? text : `${text} (${url})`;
    text = "";
    url = "";
  };
  let hiddenUntil: RegExp | undefined;
  let position = 0;
  for (const { 0: tag, index } of source.matchAll(MARKUP)) {
    if (!hiddenUntil) text += source.slice(position, index);
    position = index + tag.length;

    const [, hidden] = HIDDEN.exec(tag) ?? [];
    if (hiddenUntil) {
      if (hiddenUntil.test(tag)) hiddenUntil = undefined;
    } else if (hidden) hiddenUntil = new RegExp(`^</${hidden}\\b`, "i");
    else if (tag === "<!--") hiddenUntil = /-->$/;
    else if (tag === "-->") text += tag;
    else if (/^<\/?a\b/i.test(tag)) {
      endLink();
      url = HREF.exec(tag)?.[1] ?? "";
    } else if (/^<br\b/i.test(tag)) text += "\n";
    else if (/^<li\b/i.test(tag)) text += "\n- ";
    else if (BLOCK_END.test(tag)) text += "\n\n";
  }
  if (!hiddenUntil) text += source.slice(position);
  endLink();
  return result
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (entity, decimal, hex, name) => {
      if (name) return ENTITIES[name.toLowerCase()] ?? entity;
      const codePoint = decimal ? Number(decimal) : Number.parseInt(hex, 16);
      return codePoint <= 0x10_ff_ff ? String.fromCodePoint(codePoint) : entity;
    })
    .replace(/\s+/g, (space) => "\n".repeat(Math.min(space.split("\n").length - 1, 2)) || space)
    .trim();
}

/** Recognizes HTML by its common tags. "5 < 6" and "<name>" are plain text. */
export function isHtml(text: string): boolean {
  return /<\/?(?:a|b|blockquote|body|br|div|em|h[1-6]|hr|html|i|img|li|ol|p|span|strong|table|t[dhr]|u|ul)\b[^<>]*>/i.test(
    text,
  );
}

/** Turns line breaks into <br> if no tag ends a line: a typed text may hold inline tags, such as a link. */
export function convertLineBreaks(html: string): string {
  if (/<(?:blockquote|br|div|h[1-6]|hr|li|ol|p|table|ul)\b/i.test(html)) return html;
  return html.replaceAll(/<[^<>]*>|\r\n|\r|\n/g, (match) => (match.startsWith("<") ? match : "<br>\n"));
}
