export type Attributes = ReadonlyMap<string, string>;

/**
 * Decodes a part of an Office document. Returns undefined for an encoding that Office does not write, and for a
 * document type, whose entities could hide a value.
 */
export function decodeXml(bytes: Buffer): string | undefined {
  const text = decodeText(bytes);
  const [, encoding = "utf-8"] = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([^"']*)/.exec(text) ?? [];
  const isKnown = /^(?:utf-8|utf-16|us-ascii)$/i.test(encoding);
  return isKnown && !text.includes("\0") && !/<!(?:DOCTYPE|ENTITY)/i.test(text) ? text : undefined;
}

function decodeText(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString("utf16le", 2);
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return Buffer.from(bytes.subarray(2, bytes.length - (bytes.length % 2)))
      .swap16()
      .toString("utf16le");
  return bytes.toString("utf8").replace(/^\ufeff/, "");
}

export interface StartTag {
  readonly name: string;
  /** The attributes as written, because decoding millions of entities takes seconds. */
  readonly rawAttributes: Attributes;
  /** The position after the tag. */
  readonly end: number;
}

/**
 * Finds the start tags of the elements with these names in any namespace; yields undefined for a malformed
 * one. A tag is read from a fixed position and without backtracking, so any part is read in linear time.
 */
export function* findStartTags(
  xml: string,
  ...names: readonly string[]
): Generator<StartTag | undefined, void> {
  const start = new RegExp(`<(?:[^\\s<>/:"']+:)?(${names.join("|")})(?=[\\s/>])`, "g");
  for (const { 0: text, 1: name = "", index } of xml.matchAll(start))
    yield readTag(xml, name, index + text.length);
}

function readTag(xml: string, name: string, start: number): StartTag | undefined {
  const rawAttributes = new Map<string, string>();
  const attribute = new RegExp(ATTRIBUTE);
  const tagEnd = new RegExp(TAG_END);
  let at = start;
  for (;;) {
    attribute.lastIndex = at;
    const found = attribute.exec(xml);
    if (!found) break;
    const [, key = "", double, single] = found;
    rawAttributes.set(key, double ?? single ?? "");
    at = attribute.lastIndex;
  }
  tagEnd.lastIndex = at;
  return tagEnd.test(xml) ? { name, rawAttributes, end: tagEnd.lastIndex } : undefined;
}

const ATTRIBUTE = /\s+([^\s<>/="']+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const TAG_END = /\s*\/?>/y;

/** Returns the attributes of all elements with this name in any namespace; undefined if one is malformed. */
export function findElements(xml: string, name: string): Attributes[] | undefined {
  const elements: Attributes[] = [];
  for (const tag of findStartTags(xml, name)) {
    if (!tag) return undefined;
    elements.push(new Map([...tag.rawAttributes].map(([key, value]) => [key, decodeEntities(value)])));
  }
  return elements;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

export function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi,
    (whole, hex?: string, decimal?: string, name = "") => {
      const code = hex ? Number.parseInt(hex, 16) : decimal ? Number(decimal) : undefined;
      if (code === undefined) return ENTITIES[name] ?? whole;
      return code <= 0x10_ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
