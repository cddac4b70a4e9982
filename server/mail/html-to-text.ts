const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

// Ends before the next "<": a search for ">" from each of many would take the square of the text's length.
const MARKS = /<!--|-->|<[^<>]*>/g;
const HREF = /\bhref\s*=\s*["']([^"']*)["']/i;
const HIDDEN = /^<(style|script|title)\b/i;
const BLOCK_END = /^<\/(p|div|h[1-6]|table|tr|ul|ol|blockquote)\b/i;

/**
 * What a reader without HTML sees of it: lines where blocks end, and the address behind each link. One pass, which
 * never looks ahead, because the text is whatever somebody sent and everybody else waits meanwhile.
 */
export function htmlToText(html: string): string {
  const source = html.replace(/\s+/g, " ");
  let done = "";
  /** Since the link to `url` began, or since there was none. */
  let text = "";
  let url = "";
  const endLink = () => {
    done += text.includes(url) ? text : `${text} (${url})`;
    text = "";
    url = "";
  };
  let hiddenUntil: RegExp | undefined;
  let readTo = 0;
  for (const { 0: mark, index } of source.matchAll(MARKS)) {
    if (!hiddenUntil) text += source.slice(readTo, index);
    readTo = index + mark.length;

    const [, hidden] = HIDDEN.exec(mark) ?? [];
    if (hiddenUntil) {
      if (hiddenUntil.test(mark)) hiddenUntil = undefined;
    } else if (hidden) hiddenUntil = new RegExp(`^</${hidden}\\b`, "i");
    else if (mark === "<!--") hiddenUntil = /-->$/;
    else if (mark === "-->") text += mark;
    else if (/^<\/?a\b/i.test(mark)) {
      endLink();
      url = HREF.exec(mark)?.[1] ?? "";
    } else if (/^<br\b/i.test(mark)) text += "\n";
    else if (/^<li\b/i.test(mark)) text += "\n- ";
    else if (BLOCK_END.test(mark)) text += "\n\n";
  }
  if (!hiddenUntil) text += source.slice(readTo);
  endLink();
  return done
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (all, decimal, hex, name) => {
      if (name) return ENTITIES[name.toLowerCase()] ?? all;
      const point = decimal ? Number(decimal) : Number.parseInt(hex, 16);
      return point <= 0x10_ff_ff ? String.fromCodePoint(point) : all;
    })
    .replace(/\s+/g, (space) => "\n".repeat(Math.min(space.split("\n").length - 1, 2)) || space)
    .trim();
}

/** Whether somebody wrote HTML: it has a tag that letters are written with. "5 < 6" and "<name>" are plain text. */
export function isHtml(text: string): boolean {
  return /<\/?(?:a|b|blockquote|body|br|div|em|h[1-6]|hr|html|i|img|li|ol|p|span|strong|table|t[dhr]|u|ul)\b[^<>]*>/i.test(
    text,
  );
}

/** A word in bold or a link among lines that were typed: where no tag ends a line, they end where they were ended. */
export function convertLineBreaks(html: string): string {
  if (/<(?:blockquote|br|div|h[1-6]|hr|li|ol|p|table|ul)\b/i.test(html)) return html;
  return html.replaceAll(/<[^<>]*>|\r\n|\r|\n/g, (piece) => (piece.startsWith("<") ? piece : "<br>\n"));
}
