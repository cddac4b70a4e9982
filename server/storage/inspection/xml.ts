export type Attributes = ReadonlyMap<string, string>;

/**
 * Decodes a part of an Office document. Returns undefined for an encoding that Office does not write, and for a document
 * type, whose entities could hide a value.
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

/** Returns the attributes of all elements with this name in any namespace; undefined if one is malformed. */
export function findElements(xml: string, name: string): Attributes[] | undefined {
  const start = `<(?:[^\\s<>/:"']+:)?${name}(?=[\\s/>])`;
  const attribute = `[^\\s<>/="']+\\s*=\\s*(?:"[^"<]*"|'[^'<]*')`;
  const elements = [...xml.matchAll(new RegExp(`${start}((?:\\s+${attribute})*)\\s*/?>`, "g"))];
  if (elements.length !== [...xml.matchAll(new RegExp(start, "g"))].length) return undefined;
  return elements.map(([, text = ""]) => readAttributes(text));
}

function readAttributes(text: string): Attributes {
  const pairs = text.matchAll(/([^\s="']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g);
  return new Map(
    [...pairs].map(([, name = "", double, single]) => [name, decodeEntities(double ?? single ?? "")]),
  );
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
