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

export interface Tag {
  /** Empty for a name without a prefix. */
  readonly prefix: string;
  /** Without the prefix. */
  readonly name: string;
  readonly isStart: boolean;
  readonly isEnd: boolean;
  /** The attributes as written, because decoding millions of entities takes seconds. */
  readonly rawAttributes: Attributes;
  /** The position after the tag. */
  readonly end: number;
}

const NAME = /<(\/?)(?:([^\s<>/:="']+):)?([^\s<>/:="']+)/y;
const ATTRIBUTE = /\s+([^\s<>/="']+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const TAG_END = /\s*(\/?)>/y;
const NO_ATTRIBUTES: Attributes = new Map();

/**
 * Reads all tags in their order; yields undefined for a malformed one and ends. A comment, a processing instruction
 * and CDATA count as malformed, because they could hide a tag. Each tag is read from a fixed position and without
 * backtracking, so any part is read in linear time.
 */
export function* readTags(xml: string): Generator<Tag | undefined, void> {
  const [declaration = ""] = /^\s*<\?xml\s[^<>]*>/.exec(xml) ?? [];
  for (let at = xml.indexOf("<", declaration.length); at !== -1; ) {
    const tag = readTag(xml, at);
    yield tag;
    if (!tag) return;
    at = xml.indexOf("<", tag.end);
  }
}

/** Finds the start tags of the elements with this name in any namespace; yields undefined for a malformed one. */
function* findStartTags(xml: string, name: string): Generator<Tag | undefined, void> {
  for (const { index } of xml.matchAll(new RegExp(`<(?:[^\\s<>/:"']+:)?${name}(?=[\\s/>])`, "g")))
    yield readTag(xml, index);
}

/** Reads the tag that begins at this position. Returns undefined for a malformed one. */
export function readTag(xml: string, start: number): Tag | undefined {
  NAME.lastIndex = start;
  const opening = NAME.exec(xml);
  if (!opening) return undefined;
  const [, slash, prefix = "", name = ""] = opening;
  let rawAttributes: Map<string, string> | undefined;
  let at = NAME.lastIndex;
  for (;;) {
    ATTRIBUTE.lastIndex = at;
    const found = ATTRIBUTE.exec(xml);
    if (!found) break;
    const [, key = "", double, single] = found;
    rawAttributes ??= new Map();
    rawAttributes.set(key, double ?? single ?? "");
    at = ATTRIBUTE.lastIndex;
  }
  TAG_END.lastIndex = at;
  const closing = TAG_END.exec(xml);
  if (!closing) return undefined;
  return {
    prefix,
    name,
    isStart: !slash,
    isEnd: Boolean(slash || closing[1]),
    rawAttributes: rawAttributes ?? NO_ATTRIBUTES,
    end: TAG_END.lastIndex,
  };
}

/** Returns the attributes of all elements with this name in any namespace; undefined if one is malformed. */
export function findElements(xml: string, name: string): Attributes[] | undefined {
  const elements: Attributes[] = [];
  for (const tag of findStartTags(xml, name)) {
    if (!tag) return undefined;
    elements.push(new Map([...tag.rawAttributes].map(([key, value]) => [key, decodeEntities(value)])));
  }
  return elements;
}

/** Returns the texts of the elements with this name in any namespace; undefined if one contains anything else. */
export function findTexts(xml: string, name: string): string[] | undefined {
  const texts: string[] = [];
  for (const tag of findStartTags(xml, name)) {
    if (!tag) return undefined;
    if (tag.isEnd) continue;
    const end = xml.indexOf("<", tag.end);
    if (xml.charAt(end + 1) !== "/") return undefined;
    texts.push(decodeEntities(xml.slice(tag.end, end)));
  }
  return texts;
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
