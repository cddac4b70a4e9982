/** Pairs keep their order and may repeat. A name without `=` is left out. */
export type Pair = readonly [name: string, value: string];

export function parseQueryString(text: string): Pair[] {
  if (text === "") return [];
  const pairs: Pair[] = [];
  for (const part of text.split(/[&;]/)) {
    const split = part.indexOf("=");
    if (split !== -1) pairs.push([decode(part.slice(0, split)), decode(part.slice(split + 1))]);
  }
  return pairs;
}

function decode(text: string): string {
  const spaced = text.includes("+") ? text.replaceAll("+", " ") : text;
  if (!spaced.includes("%")) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return decodeBytes(spaced);
  }
}

/** A percent sign without two hex digits stands for itself, and invalid UTF-8 becomes U+FFFD. */
function decodeBytes(text: string): string {
  return Buffer.concat(
    text
      .split(/(%[0-9a-f]{2})/i)
      .map((part, index) => Buffer.from(index % 2 ? part.slice(1) : part, index % 2 ? "hex" : "utf8")),
  ).toString("utf8");
}
